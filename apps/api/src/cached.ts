/**
 * Caches a loader's results, and shares one load among concurrent callers. Failures are not cached.
 * @returns A function of a key. With `fresh`, it returns the result of a load that starts after the call.
 */
export function cached<value>({
  load,
  maxEntries = 10_000,
  now = Date.now,
  ttlMs,
}: cached.Options<value>): (key: string, options?: { fresh?: boolean }) => Promise<value> {
  const known = new Map<string, { value: value; expiresAt: number }>()
  const loading = new Map<string, Promise<value>>()
  const queued = new Map<string, Promise<value>>()
  function start(key: string): Promise<value> {
    const started = load(key)
      .then((value) => {
        known.delete(key)
        known.set(key, { value, expiresAt: now() + ttlMs })
        // Evict the oldest; a map keeps the order of insertion.
        for (const oldest of known.keys()) {
          if (known.size <= maxEntries) break
          known.delete(oldest)
        }
        return value
      })
      .finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }
  return async (key, { fresh = false } = {}) => {
    const running = loading.get(key)
    if (!fresh) {
      const entry = known.get(key)
      if (entry !== undefined && entry.expiresAt > now()) return entry.value
      return running ?? start(key)
    }
    if (running === undefined) return start(key)
    // A running load may return data from before the call: start one more after it, shared by all `fresh` callers.
    const waiting = queued.get(key)
    if (waiting !== undefined) return waiting
    const next = running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        queued.delete(key)
        return start(key)
      })
    queued.set(key, next)
    return next
  }
}

export declare namespace cached {
  type Options<value> = {
    load(key: string): Promise<value>
    ttlMs: number
    /** @default 10,000 */
    maxEntries?: number
    /** Returns the time in ms since 1970. @default Date.now */
    now?: () => number
  }
}
