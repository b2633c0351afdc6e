/** The file with the maximum duration of a test to be tried now, in ms; next to the one with the events. */
export const limitPath = (events: string): string => `${events}.limit`

/** Quick tests are tried first, then slower ones. A test slower than this is never tried again. */
export const switchLimitsMs: readonly number[] = [500, 6_000]
