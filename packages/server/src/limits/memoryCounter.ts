import type { Use } from './limiter.ts'

/** Maximum of windows in memory; above it the oldest are dropped, so that many keys can not exhaust the memory. */
const maxKeys = 200_000

/** Makes a counter in the memory of this process. Refused uses are not counted. */
export function createMemoryCounter() {
  /** In the order of their start. */
  const windows = new Map<string, { count: number; readonly until: number }>()

  const read = (key: string, nowMs: number) => {
    const window = windows.get(key)
    return window !== undefined && window.until > nowMs ? window : undefined
  }

  function forget(nowMs: number): void {
    for (const [key, { until }] of windows) {
      if (until > nowMs && windows.size <= maxKeys) return
      windows.delete(key)
    }
  }

  return {
    /** Returns whether a use would be within its limit, without counting it. */
    has: ({ cost = 1, key, limit }: Use, nowMs: number): boolean =>
      (read(key, nowMs)?.count ?? 0) + cost <= limit,
    /** A synchronous `Counter`. */
    count({ cost = 1, key, limit, windowMs }: Use, nowMs: number): number {
      const window = read(key, nowMs)
      if ((window?.count ?? 0) + cost > limit) return (window?.until ?? nowMs + windowMs) - nowMs
      if (window) window.count += cost
      else {
        windows.delete(key)
        windows.set(key, { count: cost, until: nowMs + windowMs })
        forget(nowMs)
      }
      return 0
    },
  }
}
