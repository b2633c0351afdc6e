/** How long a test waits for what must come, in ms: a busy machine is slow, not wrong. Shorter than a test's own limit. */
export const waitMs = 100_000
