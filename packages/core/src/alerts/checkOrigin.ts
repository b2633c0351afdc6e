import { getOrigins } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { alert } from './alert.ts'

/** Returns the origins that may use the project, or an empty list on failure. @source spec 7.26, 8.23 */
export async function getAllowedOrigins(foyer: Foyer): Promise<string[]> {
  return (await loadOrigins(foyer)) ?? []
}

/**
 * Raises an alert if the api does not list this origin; a failed call raises none.
 *
 * @source spec 5.15, 8.20
 */
export async function checkOrigin(foyer: Foyer, origin: string): Promise<void> {
  const allowed = await loadOrigins(foyer)
  if (allowed && !allowed.some((one) => matches(one, origin))) alert(foyer, 'origin-not-allowed')
}

async function loadOrigins(foyer: Foyer): Promise<string[] | undefined> {
  try {
    return (await callApi(foyer, getOrigins)).allowedOrigins
  } catch (error) {
    foyer.log('info', 'the allowed origins could not be loaded', error)
    return undefined
  }
}

/** `https://*.example.com` matches every subdomain. */
function matches(allowed: string, origin: string): boolean {
  if (!allowed.includes('*')) return allowed === origin
  const [before = '', after = '', ...more] = allowed.split('*')
  if (more.length > 0 || !origin.startsWith(before) || !origin.endsWith(after)) return false
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(
    origin.slice(before.length, Math.max(before.length, origin.length - after.length)),
  )
}
