import type { Account, Foyer } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'

/** The login site's page for devices, recovery and ways to log in; undefined without a login. */
export function securityUrlOf(foyer: Foyer, logins?: readonly string[]): string | undefined {
  const loginUrl = findAuthConnector(foyer)?.loginUrl.replace(/\/+$/, '')
  // The page offers a site's own login only to the users who come with its name.
  const own = logins?.find((name) => name.startsWith('custom:'))?.slice(7)
  return loginUrl && `${loginUrl}/security${own ? `?login=${own}` : ''}`
}

/** True for an account that logs in by an address, and can change it; older login sites name no logins. */
export const hasEmailLogin = (user: Account['user']): boolean =>
  user?.logins ? user.logins.includes('email') : Boolean(user?.email)
