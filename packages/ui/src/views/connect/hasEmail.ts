import { findAuthConnector } from '@foyer/core/internal'
import type { Ui } from '../../context.ts'

/** True if the site may offer social logins. @source ledger 2.13, 9.20 */
export function hasSocials({ foyer }: Pick<Ui, 'foyer'>): boolean {
  const { socials } = foyer.options.features
  return socials !== false && socials.length > 0 && findAuthConnector(foyer) !== undefined
}

/** True if the site offers a login by email. @source ledger 2.13, 9.20 */
export function hasEmail({ foyer }: Pick<Ui, 'foyer'>): boolean {
  return foyer.options.features.email && findAuthConnector(foyer) !== undefined
}
