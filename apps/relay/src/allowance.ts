import { relayCloseCodes } from '@foyer/protocol/relay'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'

/** A batch counts as one request per this many topics, messages or receipts. */
const partsPerRequest = 25

/** Requests that one socket may send at once. */
export const burstOf = ({ burstMs, requestsPerSecond: { limit, windowMs } }: Limits) =>
  (burstMs / windowMs) * limit

/**
 * Computes the requests a socket may still make; the allowance refills with time. It is stored in the connection itself
 * and has no window: each of thousands of sockets costs two numbers.
 */
export function createAllowance({ limits, now }: { limits: Limits; now: () => number }) {
  const burst = burstOf(limits)
  const { limit, windowMs } = limits.requestsPerSecond
  return {
    /** @returns the close of a connection that has nothing left */
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

/** Closes a connection that exceeds its rate limit. */
export const tooMany = (connection: Connection): Effect[] => [
  { kind: 'close', connection, code: relayCloseCodes.tryLater, reason: 'Too many requests' },
]

/** The cost of a call in addition to the one request that it is. */
export function extraWeightOf(params: object): number {
  const lengths = Object.values(params).flatMap((part) =>
    Array.isArray(part) ? [part.length] : [],
  )
  return Math.ceil(Math.max(1, ...lengths) / partsPerRequest) - 1
}
