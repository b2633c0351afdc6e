import { findAuthConnector } from '@foyer/core/internal'
import type { Ui } from '../../context.ts'

/** True if the site offers a login by email. @source ledger 2.13, 9.20 */
export function hasEmail({ foyer }: Pick<Ui, 'foyer'>): boolean {
  return foyer.options.features.email && findAuthConnector(foyer) !== undefined
}
