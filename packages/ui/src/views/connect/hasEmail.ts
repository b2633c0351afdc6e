import { findAuthConnector } from '@foyer/core/internal'
import type { Ui } from '../../context.ts'

/** True if the site may offer social logins, or has a login of its own. @source spec 2.13, 9.20 */
export function hasSocials({ foyer }: Pick<Ui, 'foyer'>): boolean {
  const login = findAuthConnector(foyer)
  const { socials } = foyer.options.features
  return !!login && !!(login.customLogin || (socials || [])[0])
}

/** True if the site offers a login by email. @source spec 2.13, 9.20 */
export function hasEmail({ foyer }: Pick<Ui, 'foyer'>): boolean {
  return foyer.options.features.email && !!findAuthConnector(foyer)
}
