/**
 * Remembers what a loader gave, and asks once for those who wait at the same time. A failure is not
 * remembered.
 *
 * @returns A function of a key; `fresh` skips what is remembered, not what is under way.
 */
export function cached<value>({
  load,
  maxEntries = 10_000,
  now = Date.now,
  ttlMs,
}: cached.Options<value>): (key: string, options?: { fresh?: boolean }) => Promise<value> {
  const known = new Map<string, { value: value; expiresAt: number }>()
  const loading = new Map<string, Promise<value>>()
  return async (key, { fresh = false } = {}) => {
    const entry = known.get(key)
    if (!fresh && entry !== undefined && entry.expiresAt > now()) return entry.value
    const running = loading.get(key)
    if (running !== undefined) return running
    const started = load(key)
      .then((value) => {
        known.delete(key)
        known.set(key, { value, expiresAt: now() + ttlMs })
        // The oldest goes: a map keeps the order in which keys came.
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
}

export declare namespace cached {
  type Options<value> = {
    load(key: string): Promise<value>
    ttlMs: number
    /** @default 10,000 */
    maxEntries?: number
    /** Gives the time in ms since 1970. @default Date.now */
    now?: () => number
  }
}
