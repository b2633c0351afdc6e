import { HttpError, type Queries, sha256, takeRate } from '@foyer/server'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rates } from './database/schema.ts'

/** How often something may happen in a minute. */
export type LimitOptions = {
  /** Calls of one client. @default 1,200 */
  readonly callsPerMinute?: number | undefined
  /** JSON-RPC calls of one client, each of a batch counted. @default 1,200 */
  readonly rpcCallsPerMinute?: number | undefined
  /** JSON-RPC calls of a whole project. @default 12,000 */
  readonly projectRpcCallsPerMinute?: number | undefined
}

export const defaultLimits = {
  callsPerMinute: 1200,
  rpcCallsPerMinute: 1200,
  projectRpcCallsPerMinute: 12_000,
}
const windowMs = 60_000

/** Of one client. @source ledger 9.25 */
const errorEventsPerMinute = 5
/** Of one client: more than a visitor's clicks, less than a script's. */
const usageEventsPerMinute = 60

/** For the table of budgets. */
export const eventLimits: readonly string[] = [
  `${errorEventsPerMinute} errors and ${usageEventsPerMinute} other events a minute of one client`,
]
export const rpcLimits: readonly string[] = [
  `${defaultLimits.rpcCallsPerMinute} JSON-RPC calls a minute of one client`,
  `${defaultLimits.projectRpcCallsPerMinute} of a project`,
]

export type Limits = {
  /** Calls of one client in a minute, over all routes. */
  readonly callsPerMinute: number
} & {
  /** Each rejects with {@link HttpError} 429 when `key` had its share of this minute. */
  readonly [kind in 'call' | 'errorEvent' | 'usageEvent' | 'rpcOfClient' | 'rpcOfProject']: (
    key: string,
    cost?: number,
  ) => Promise<void>
}

/**
 * Counts in this process's memory, and in the database when other processes count there too.
 *
 * @param shared - a database that other processes use. @default none: this process is the only one
 */
export function createLimits(
  options: LimitOptions = {},
  { now = Date.now, shared }: createLimits.Sharing = {},
): Limits {
  const counter = (kind: string, limit: number) => {
    const here = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 })
    return async (key: string, cost = 1): Promise<void> => {
      // A flood is stopped here, before it is one in the database.
      await here.consume(key, cost).catch((refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new HttpError(429, 'limit-exceeded', 'Too many requests', {
          retryAfterMs: refusal.msBeforeNext,
        })
      })
      if (shared === undefined) return
      const nowMs = now()
      // Hashed: an address stands nowhere in the database, not even for a minute.
      const hashed = `${kind}:${sha256(key)}`
      await takeRate(shared, rates, { cost, key: hashed, limit, nowMs, windowMs })
    }
  }
  const callsPerMinute = options.callsPerMinute ?? defaultLimits.callsPerMinute
  return {
    callsPerMinute,
    call: counter('call', callsPerMinute),
    errorEvent: counter('errorEvent', errorEventsPerMinute),
    usageEvent: counter('usageEvent', usageEventsPerMinute),
    rpcOfClient: counter(
      'rpcOfClient',
      options.rpcCallsPerMinute ?? defaultLimits.rpcCallsPerMinute,
    ),
    rpcOfProject: counter(
      'rpcOfProject',
      options.projectRpcCallsPerMinute ?? defaultLimits.projectRpcCallsPerMinute,
    ),
  }
}

export declare namespace createLimits {
  type Sharing = {
    shared?: Pick<Queries, 'insert'> | undefined
    /** Gives the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}
