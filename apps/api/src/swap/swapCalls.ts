import type { Caller } from '../doors.ts'
import type { Services } from '../services.ts'

/** Counts a client's quotes and swaps together. @throws HttpError 429 `limit-exceeded` */
export const takeSwapCall = (
  { limiter, limits }: Pick<Services, 'limiter' | 'limits'>,
  { client }: Pick<Caller, 'client'>,
): Promise<void> => limiter.take({ key: `swap:${client}`, ...limits.swapCallsPerMinute })

/** Converts a percentage with at most two decimal places to hundredths of a percent. */
export const toBps = (percent: number): bigint => BigInt(Math.round(percent * 100))
