/** On a busy machine a test is slow, not wrong. */
import { waitMs } from '@foyer/devnet/waitMs'
import { vi } from 'vitest'

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

/** {@link waitMs} instead of one second, unless the test sets a limit. */
const patient = (options: Parameters<typeof waitFor>[1]) =>
  typeof options === 'number' ? options : { timeout: waitMs, ...options }

const key = Symbol.for('foyer.timeout')
const kept = globalThis as unknown as Record<symbol, typeof AbortSignal.timeout | undefined>
kept[key] ??= AbortSignal.timeout.bind(AbortSignal)
const timeout = kept[key]
/** Calls between servers get six times their limit, since both share the test's process. A test of a limit sets one under 3 s. */
AbortSignal.timeout = (ms) => timeout(ms < 3_000 ? ms : 6 * ms)
