import { HttpError } from '../http/httpError.ts'

/** So many uses in a window of time. */
export type Rate = { readonly limit: number; readonly windowMs: number }

/** What is counted: a use of `key`, up to `limit` in the window that began with its first use. */
export type Use = Rate & {
  /** Of whom, and of what: `mail:` and an HMAC. */
  readonly key: string
  /** @default 1 */
  readonly cost?: number | undefined
  /** Of the refusal. @default 'Too many requests' */
  readonly message?: string
}

/**
 * Where uses are counted: this process's memory, a database, or Redis.
 *
 * @returns 0 when the use was within its limit, else ms until its window ends
 */
export type Counter = (use: Use, nowMs: number) => number | Promise<number>

export type Limiter = {
  /** Counts one use against its limit. @throws {@link HttpError} 429 `limit-exceeded` when there is none left */
  take(use: Use): Promise<void>
}

/**
 * Counts uses in each of `counters`, in their order: a flood that the first refuses does not reach the second. An error of
 * a counter is thrown as it is, so that no use passes uncounted.
 */
export const createLimiter = ({
  counters,
  now,
}: {
  counters: readonly Counter[]
  /** ms since 1970. */
  now: () => number
}): Limiter => ({
  async take(use) {
    for (const count of counters) {
      const retryAfterMs = await count(use, now())
      if (retryAfterMs > 0) throw tooMany(retryAfterMs, use.message)
    }
  },
})

/** The refusal of a use that is over its limit. */
export const tooMany = (retryAfterMs: number, message = 'Too many requests') =>
  new HttpError(429, 'limit-exceeded', message, { retryAfterMs })
