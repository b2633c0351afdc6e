import { HttpError } from '../http/httpError.ts'

/** Number of uses allowed in a window of time. */
export type Rate = { readonly limit: number; readonly windowMs: number }

/** One use of `key`, allowed up to `limit` in the window that began with its first use. */
export type Use = Rate & {
  /** The counted party and action: `mail:` and an HMAC. */
  readonly key: string
  /** @default 1 */
  readonly cost?: number | undefined
  /** Message of the refusal. @default 'Too many requests' */
  readonly message?: string
}

/**
 * Counts uses in this process's memory, a database, or Redis.
 * @returns 0 when the use was within its limit, else ms until its window ends
 */
export type Counter = (use: Use, nowMs: number) => number | Promise<number>

export type Limiter = {
  /** Counts one use against its limit. @throws {@link HttpError} 429 `limit-exceeded` when none is left */
  take(use: Use): Promise<void>
}

/**
 * Counts uses in each of `counters`, in order: a flood refused by the first does not reach the second. Passes on a
 * counter's errors, so that no use passes uncounted.
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

/** The error for a use over its limit. */
export const tooMany = (retryAfterMs: number, message = 'Too many requests') =>
  new HttpError(429, 'limit-exceeded', message, { retryAfterMs })
