import { HttpError } from '../http/httpError.ts'

/** Number of uses allowed in a window of time. */
export type Rate = { readonly limit: number; readonly windowMs: number }

/** A use to count: at most `limit` per window of `windowMs`, which starts at a key's first use. */
export type Use = Rate & {
  /** Counted action and party: for example `mail:` and an HMAC. */
  readonly key: string
  /** Number of uses to count. @default 1 */
  readonly cost?: number | undefined
  /** Message of the refusal. @default 'Too many requests' */
  readonly message?: string
}

/**
 * Counts uses in this process's memory, a database, or Redis.
 * @returns 0 when the use is within its limit, else the ms until its window ends
 */
export type Counter = (use: Use, nowMs: number) => number | Promise<number>

export type Limiter = {
  /** Counts one use against its limit. @throws {@link HttpError} 429 `limit-exceeded` when the limit is exceeded */
  take(use: Use): Promise<void>
}

/**
 * Makes a limiter that counts uses in each of `counters`, in order: a flood that the first refuses does not reach the
 * second. Rejects when a counter fails, so that no use is allowed uncounted.
 */
export const createLimiter = ({
  counters,
  now,
}: {
  counters: readonly Counter[]
  /** Returns ms since 1970. */
  now: () => number
}): Limiter => ({
  async take(use) {
    for (const count of counters) {
      const retryAfterMs = await count(use, now())
      if (retryAfterMs > 0) throw tooMany(retryAfterMs, use.message)
    }
  },
})

/** Makes the error 429 `limit-exceeded` of an exceeded limit. */
export const tooMany = (retryAfterMs: number, message = 'Too many requests') =>
  new HttpError(429, 'limit-exceeded', message, { retryAfterMs })
