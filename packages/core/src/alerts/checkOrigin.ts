import { getOrigins } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { callApi } from '../http/callApi.ts'
import { alert } from './alert.ts'

/** The origins that may use the project. Fails to an empty list. @source ledger 7.26, 8.23 */
export async function getAllowedOrigins(foyer: Foyer): Promise<string[]> {
  try {
    return (await callApi(foyer, getOrigins)).allowedOrigins
  } catch (error) {
    foyer.log('info', 'the allowed origins could not be loaded', error)
    return []
  }
}

/** Alerts when an answer lacks this origin; a failed call alerts nothing. @source ledger 8.20 */
export async function checkOrigin(foyer: Foyer, origin: string): Promise<void> {
  const allowed = await getAllowedOrigins(foyer)
  if (allowed.length > 0 && !allowed.some((one) => matches(one, origin)))
    alert(foyer, 'origin-not-allowed')
}

/** `https://*.example.com` stands for every name below it. */
function matches(allowed: string, origin: string): boolean {
  if (!allowed.includes('*')) return allowed === origin
  const [before = '', after = ''] = allowed.split('*')
  const middle = origin.slice(before.length, origin.length - after.length)
  return (
    origin.startsWith(before) &&
    origin.endsWith(after) &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(middle)
  )
}
