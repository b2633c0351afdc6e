import { vi } from 'vitest'

const { waitFor } = vi

/** On a busy machine a test is slow, not wrong, so the default wait is 30 s instead of one. */
vi.waitFor = (callback, options) => waitFor(callback, options ?? 30_000)
