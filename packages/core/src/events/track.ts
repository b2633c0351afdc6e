import { FoyerError, type TelemetryEvent } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
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

/** Sites that send nothing do not load the code for it. */
async function send(foyer: Foyer, props: TelemetryEvent['props']): Promise<void> {
  if (!foyer.options.features.analytics || foyer.options.apiUrl === undefined) return
  try {
    const { sendEvent } = await import('./sendEvent.ts')
    await sendEvent(foyer, props)
  } catch (error) {
    foyer.log('info', 'an event could not be sent', error)
  }
}
