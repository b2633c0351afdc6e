/** Counters that begin anew in each window of time, of this process. */
export function createWindows(now: () => number) {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let turn = 0
  return {
    /** Whether `key` still has `cost` left of its `limit` in the window of `windowMs` that is now. */
    take(
      key: string,
      { cost, limit, windowMs }: { cost: number; limit: number; windowMs: number },
    ): boolean {
      const at = now()
      // No window is longer than a minute: what is in neither of the last two minutes is over.
      const minute = Math.floor(at / 60_000)
      if (minute !== turn) {
        previous = minute === turn + 1 ? current : new Map()
        current = new Map()
        turn = minute
      }
      const window = `${key}:${Math.floor(at / windowMs)}`
      const used = current.get(window) ?? previous.get(window) ?? 0
      if (used + cost > limit) return false
      current.set(window, used + cost)
      return true
    },
  }
}
