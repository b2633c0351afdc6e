import { HttpError } from '../http/httpError.ts'

/** Maximum of concurrent calls under one key, for example `wait:txn:` and an id. */
export type Bound = {
  readonly key: string
  readonly limit: number
  /** Status of the refusal. @default 429 */
  readonly status?: 429 | 503
  /** Message of the refusal. @default 'Too many requests at a time' */
  readonly message?: string
  /** Retry time of the refusal, in ms. @default 1000 */
  readonly retryAfterMs?: number
}

/** Counts concurrent calls in this process. */
export type Concurrency = {
  /**
   * Counts one call under each key until `leave`.
   * @throws {@link HttpError} 429 or 503 `limit-exceeded` for the first exhausted bound; nothing is counted then
   */
  take(bounds: readonly Bound[]): void
  leave(bounds: readonly Pick<Bound, 'key'>[]): void
  /** Runs work, and counts it as a call until it settles. @throws as `take`, and what `work` throws */
  run<result>(bounds: readonly Bound[], work: () => Promise<result>): Promise<result>
}

/** Makes a limiter of concurrent work, under any number of keys. */
export function createConcurrency(): Concurrency {
  const underWay = new Map<string, number>()
  const take: Concurrency['take'] = (bounds) => {
    const full = bounds.find(({ key, limit }) => (underWay.get(key) ?? 0) >= limit)
    if (full) {
      const { message = 'Too many requests at a time', retryAfterMs = 1000, status = 429 } = full
      throw new HttpError(status, 'limit-exceeded', message, { retryAfterMs })
    }
    for (const { key } of bounds) underWay.set(key, (underWay.get(key) ?? 0) + 1)
  }
  const leave: Concurrency['leave'] = (bounds) => {
    for (const { key } of bounds) {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
  return {
    take,
    leave,
    async run(bounds, work) {
      take(bounds)
      try {
        return await work()
      } finally {
        leave(bounds)
      }
    },
  }
}
