/**
 * Combines two token buckets, per second and per minute, that refill evenly.
 *
 * @returns True if another request may pass now.
 */
export function createBucket(
  now: () => number,
  { perMinute, perSecond }: { perSecond: number; perMinute: number },
): () => boolean {
  const limits = [
    { burst: perSecond, perSecond },
    { burst: perMinute, perSecond: perMinute / 60 },
  ]
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
