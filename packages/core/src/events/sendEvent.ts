import { postEvent, type TelemetryEvent } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { isAnalyticsEnabled } from './isAnalyticsEnabled.ts'

/**
 * Sends one event to the api, if both site and server enable it.
 *
 * @throws FoyerError `http-failed`, `request-timed-out`
 * @source spec 7.28
 */
export async function sendEvent(foyer: Foyer, props: TelemetryEvent['props']): Promise<void> {
  if (!(await isAnalyticsEnabled(foyer))) return
  const page = (globalThis as { location?: { origin: string; pathname: string; hostname: string } })
    .location
  await callApi(foyer, postEvent, {
    // Events are also sent while the page closes.
    keepalive: true,
    body: {
      eventId: crypto.randomUUID(),
      // Query and fragment may contain private data.
      url: page ? page.origin + page.pathname : '',
      domain: page?.hostname ?? '',
      timestamp: Date.now(),
      props,
    },
  })
}
