import { HttpError } from '@foyer/server'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How often something may happen in a minute. */
export type LimitOptions = {
  /** Calls of one client. @default 1,200 */
  readonly callsPerMinute?: number | undefined
  /** JSON-RPC calls of one client, each of a batch counted. @default 1,200 */
  readonly rpcCallsPerMinute?: number | undefined
  /** JSON-RPC calls of a whole project. @default 12,000 */
  readonly projectRpcCallsPerMinute?: number | undefined
}

/** Of one client. @source ledger 9.25 */
const errorEventsPerMinute = 5
/** Of one client: more than a visitor's clicks, less than a script's. */
const usageEventsPerMinute = 60

export type Limits = {
  /** Each rejects with {@link HttpError} 429 when `key` had its share of this minute. */
  readonly [kind in 'call' | 'errorEvent' | 'usageEvent' | 'rpcOfClient' | 'rpcOfProject']: (
    key: string,
    cost?: number,
  ) => Promise<void>
}

/** Counters in this process's memory. */
export function createLimits({
  callsPerMinute = 1200,
  projectRpcCallsPerMinute = 12_000,
  rpcCallsPerMinute = 1200,
}: LimitOptions = {}): Limits {
  return {
    call: counter(callsPerMinute),
    errorEvent: counter(errorEventsPerMinute),
    usageEvent: counter(usageEventsPerMinute),
    rpcOfClient: counter(rpcCallsPerMinute),
    rpcOfProject: counter(projectRpcCallsPerMinute),
  }
}

function counter(points: number) {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (key: string, cost = 1) => {
    try {
      await limiter.consume(key, cost)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw new HttpError(429, 'limit-exceeded', 'Too many requests', {
        retryAfterMs: refusal.msBeforeNext,
      })
    }
  }
}
