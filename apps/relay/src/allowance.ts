import { relayCloseCodes } from '@foyer/protocol'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'

export type AllowanceLimits = {
  /** Requests of one socket a second, and at once. */
  readonly requestsPerSecond: number
  readonly requestBurst: number
}

/** A batch counts as one request for so many of its topics, messages or receipts. */
const partsPerRequest = 25

/** How much a socket may still ask; what is spent comes back with time. */
export function createAllowance({ limits, now }: { limits: AllowanceLimits; now: () => number }) {
  return {
    /** @returns the close of a connection that has nothing left */
    charge(connection: Connection, weight = 1): Effect[] {
      const at = now()
      connection.allowance = Math.min(
        limits.requestBurst,
        connection.allowance + ((at - connection.allowanceAt) / 1000) * limits.requestsPerSecond,
      )
      connection.allowanceAt = at
      connection.allowance -= weight
      return connection.allowance >= 0 ? [] : tooMany(connection)
    },
  }
}

/** The close of a connection that asks too much. */
export const tooMany = (connection: Connection): Effect[] => [
  { kind: 'close', connection, code: relayCloseCodes.tryLater, reason: 'Too many requests' },
]

/** What a call costs besides the one request that it is. */
export function extraWeightOf(params: object): number {
  const parts = Object.values(params).map((part) => (Array.isArray(part) ? part.length : 0))
  return Math.max(0, Math.ceil(Math.max(0, ...parts) / partsPerRequest) - 1)
}
