/** On a busy machine a test is slow, not wrong. */
import { vi } from 'vitest'

const { waitFor } = vi
/** 30 s instead of one. */
vi.waitFor = (callback, options) => waitFor(callback, options ?? 30_000)

const key = Symbol.for('foyer.timeout')
const kept = globalThis as unknown as Record<symbol, typeof AbortSignal.timeout | undefined>
kept[key] ??= AbortSignal.timeout.bind(AbortSignal)
const timeout = kept[key]
/** Calls between servers get six times their limit, since both share the test's process. A test of a limit sets one under 3 s. */
AbortSignal.timeout = (ms) => timeout(ms < 3_000 ? ms : 6 * ms)
