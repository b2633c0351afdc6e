import { findAuthConnector } from '@foyer/core/internal'
import type { Ui } from '../../context.ts'

/** Whether the site has a login by e-mail. @source ledger 2.13, 9.20 */
export function hasEmail({ foyer }: Pick<Ui, 'foyer'>): boolean {
  return foyer.options.features.email && findAuthConnector(foyer) !== undefined
}
