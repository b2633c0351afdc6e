/** How much a page may read. @source security 3.4 */
const limits = [
  { burst: 50, perSecond: 50 },
  { burst: 600, perSecond: 10 },
]

/** Two token buckets in one: 50 a second, 600 a minute. @returns Whether one more may pass now. */
export function createBucket(now: () => number): () => boolean {
  const buckets = limits.map((limit) => ({ ...limit, tokens: limit.burst, at: now() }))
  return () => {
    const at = now()
    for (const bucket of buckets) {
      const seconds = Math.max(0, at - bucket.at) / 1000
      bucket.tokens = Math.min(bucket.burst, bucket.tokens + seconds * bucket.perSecond)
      bucket.at = at
    }
    if (buckets.some(({ tokens }) => tokens < 1)) return false
    for (const bucket of buckets) bucket.tokens -= 1
    return true
  }
}
