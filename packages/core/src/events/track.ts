import { FoyerError, getAnalyticsConfig, postEvent, type TelemetryEvent } from '@foyer/protocol'
import { alert } from '../alerts/alert.ts'
import type { Foyer } from '../createFoyer.ts'
import { callApi } from '../http/callApi.ts'
import type { TrackedEvent } from './events.ts'

/** How many error events may be sent in a minute. @source ledger 9.25 */
export const errorsPerMinute = 5

const errorMoments = new WeakMap<Foyer['store'], number[]>()

/**
 * Tells listeners of a usage event, and the api when both site and server say yes. Never waits, never fails.
 *
 * @source ledger 7.28
 */
export function track(
  foyer: Foyer,
  { event, properties = {} }: { event: string; properties?: TrackedEvent['properties'] },
): void {
  foyer.events.emit('track', { event, properties, at: Date.now() })
  void send(foyer, { type: 'track', event, properties })
}

/** Reports an error to the api, at most five a minute, when both site and server say yes. @source ledger 9.25, 7.28 */
export function reportError(
  foyer: Foyer,
  { error, event }: { error: unknown; event: string },
): void {
  const now = Date.now()
  const recent = (errorMoments.get(foyer.store) ?? []).filter((at) => now - at < 60_000)
  if (recent.length >= errorsPerMinute) return
  errorMoments.set(foyer.store, [...recent, now])
  const text = (value: unknown, max: number) => String(value ?? '').slice(0, max)
  void send(foyer, {
    type: 'error',
    event,
    errorType: text(error instanceof FoyerError ? error.code : (error as Error)?.name, 64),
    errorMessage: text((error as Error)?.message ?? error, 512),
    stackTrace: text((error as Error)?.stack, 2048),
  })
}

async function send(foyer: Foyer, props: TelemetryEvent['props']): Promise<void> {
  if (!(await isAnalyticsEnabled(foyer))) return
  const page = (globalThis as { location?: { origin: string; pathname: string; hostname: string } })
    .location
  try {
    await callApi(foyer, postEvent, {
      body: {
        eventId: crypto.randomUUID(),
        // Query and fragment may hold what is nobody's business.
        url: page ? page.origin + page.pathname : '',
        domain: page?.hostname ?? '',
        timestamp: Date.now(),
        props,
      },
    })
  } catch (error) {
    foyer.log('info', 'an event could not be sent', error)
  }
}

/**
 * Whether usage events are sent: the site says yes, and the server does.
 *
 * @returns false when the server can not be asked. @source ledger 7.27, 8.22, 8.23
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
  return foyer.cache.cached({ key: 'analytics', ttlMs: Number.POSITIVE_INFINITY, load })
}
