import { postEvent, type TelemetryEvent } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import { isAnalyticsEnabled } from './isAnalyticsEnabled.ts'

/**
 * Sends one event to the api, when both site and server say yes.
 *
 * @throws FoyerError `http-failed`, `request-timed-out`
 * @source ledger 7.28
 */
export async function sendEvent(foyer: Foyer, props: TelemetryEvent['props']): Promise<void> {
  if (!(await isAnalyticsEnabled(foyer))) return
  const page = (globalThis as { location?: { origin: string; pathname: string; hostname: string } })
    .location
  await callApi(foyer, postEvent, {
    // Closing and leaving are events too.
    keepalive: true,
    body: {
      eventId: crypto.randomUUID(),
      // Query and fragment may hold what is nobody's business.
      url: page ? page.origin + page.pathname : '',
      domain: page?.hostname ?? '',
      timestamp: Date.now(),
      props,
    },
  })
}
