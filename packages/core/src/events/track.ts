import type { FoyerError } from '@foyer/protocol'
import type { TelemetryEvent } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import type { TrackedEvent } from './events.ts'

/** Number of error events that may be sent in a minute. @source spec 9.25 */
export const errorsPerMinute = 5

/**
 * Emits a usage event, and sends it to the api if both site and server enable it. Returns at once and never fails.
 *
 * @source spec 7.28
 */
export function track(
  foyer: Foyer,
  { event, properties = {} }: { event: string; properties?: TrackedEvent['properties'] },
): void {
  foyer.events.emit('track', { event, properties, at: Date.now() })
  void send(foyer, () => ({ type: 'track', event, properties }))
}

/** Reports an error to the api, at most five a minute, if both site and server enable it. @source spec 9.25, 7.28 */
export function reportError(
  foyer: Foyer,
  { error, event }: { error: unknown; event: string },
): void {
  const now = Date.now()
  const recent = foyer.running.errorMoments.filter((at) => now - at < 60_000)
  if (recent.length >= errorsPerMinute) return
  foyer.running.errorMoments = [...recent, now]
  void send(foyer, () => describe(event, error))
}

/** Any value can be thrown; one that is not an error is converted to text. */
function describe(event: string, error: unknown): TelemetryEvent['props'] {
  const text = (value: unknown, max: number) => String(value ?? '').slice(0, max)
  const { code, message, name, stack } = Object(error) as Partial<FoyerError>
  const isObject = typeof error === 'object' && error !== null
  return {
    type: 'error',
    event: text(event, 64),
    errorType: text(name === 'FoyerError' ? code : (name ?? typeof error), 64),
    errorMessage: text(isObject ? message : error, 512),
    stackTrace: text(stack, 2048),
  }
}

/** Sites that send nothing do not load this code. */
async function send(foyer: Foyer, makeProps: () => TelemetryEvent['props']): Promise<void> {
  if (!foyer.options.features.analytics || foyer.options.apiUrl === undefined) return
  try {
    const sendEvent = await import('./sendEvent.ts').then((m) => m.sendEvent)
    await sendEvent(foyer, makeProps())
  } catch (error) {
    foyer.log('info', 'an event could not be sent', error)
  }
}
