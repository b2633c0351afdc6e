import { vi } from 'vitest'

const { waitFor } = vi

/** A machine with much to do is late, not wrong: what a test waits for has 15 s where it says nothing else, not one. */
vi.waitFor = (callback, options) => waitFor(callback, options ?? 15_000)
