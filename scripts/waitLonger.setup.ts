/** On a busy machine a test is slow, not wrong. */
import { vi } from 'vitest'

const { waitFor } = vi
/** 30 s instead of one. */
vi.waitFor = (callback, options) => waitFor(callback, options ?? 30_000)

const key = Symbol.for('foyer.timeout')
const kept = globalThis as unknown as Record<symbol, typeof AbortSignal.timeout | undefined>
kept[key] ??= AbortSignal.timeout.bind(AbortSignal)
const timeout = kept[key]
/** Six times the limits of Foyer's calls, which share their process with the servers they call; a test whose claim is a limit sets a shorter one. */
AbortSignal.timeout = (ms) => timeout(ms < 3_000 ? ms : 6 * ms)
