import { relayCloseCodes } from '@foyer/protocol/relay'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'

/** A batch counts as one request per this many topics, messages or receipts. */
const partsPerRequest = 25

/** Returns the number of requests that one socket may send in a burst. */
export const burstOf = ({ burstMs, requestsPerSecond: { limit, windowMs } }: Limits) =>
  (burstMs / windowMs) * limit

/**
 * Makes the rate limiter of sockets, a token bucket. Its state is two numbers in the connection, so that thousands of
 * sockets stay cheap.
 */
export function createAllowance({ limits, now }: { limits: Limits; now: () => number }) {
  const burst = burstOf(limits)
  const { limit, windowMs } = limits.requestsPerSecond
  return {
    /** Charges a request. @returns the effect that closes the connection if its allowance is used up; else none */
    charge(connection: Connection, weight = 1): Effect[] {
      const at = now()
      connection.allowance = Math.min(
        burst,
        connection.allowance + ((at - connection.allowanceAt) / windowMs) * limit,
      )
      connection.allowanceAt = at
      connection.allowance -= weight
      return connection.allowance >= 0 ? [] : tooMany(connection)
    },
  }
}

/** Returns the effect that closes a connection above its rate limit. */
export const tooMany = (connection: Connection): Effect[] => [
  { kind: 'close', connection, code: relayCloseCodes.tryLater, reason: 'Too many requests' },
]

/** Returns the additional cost of a batch call, in requests. */
export function extraWeightOf(params: object): number {
  const lengths = Object.values(params).flatMap((part) =>
    Array.isArray(part) ? [part.length] : [],
  )
  return Math.ceil(Math.max(1, ...lengths) / partsPerRequest) - 1
}
