import { getAnalyticsConfig } from '@foyer/protocol/api'
import { alert } from '../alerts/alert.ts'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/**
 * True if both the site and the server enable usage events.
 *
 * @returns False when the server cannot be asked. @source spec 7.27, 8.22, 8.23
 */
export async function isAnalyticsEnabled(foyer: Foyer): Promise<boolean> {
  if (!foyer.options.features.analytics || foyer.options.apiUrl === undefined) return false
  const load = async () => {
    try {
      return (await callApi(foyer, getAnalyticsConfig)).isAnalyticsEnabled
    } catch (error) {
      const { status } = (error as { cause?: { status?: number } }).cause ?? {}
      if (status === 403) alert(foyer, 'analytics-forbidden')
      return false
    }
  }
  return cached(foyer, { key: 'analytics', ttlMs: Number.POSITIVE_INFINITY, load })
}
