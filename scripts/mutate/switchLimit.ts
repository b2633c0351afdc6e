/** The file that says how long a test may compute to be tried now, in ms; beside the one with the events. */
export const limitPath = (events: string): string => `${events}.limit`

/** Quick tests are tried first, then slower ones. One that computes for longer is not tried again and again. */
export const switchLimitsMs: readonly number[] = [500, 6_000]
