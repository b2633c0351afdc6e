/** Beyond these the oldest are forgotten: many keys are no reason to run out of memory. */
const mostKeys = 200_000

type Cost = { cost: number; limit: number; windowMs: number }

/** Counters that begin anew in each window of time, of this process. */
export function createWindows(now: () => number) {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let turn = 0

  function read(key: string, windowMs: number): { window: string; used: number } {
    const at = now()
    // No window is longer than a minute: what is in neither of the last two minutes is over.
    const minute = Math.floor(at / 60_000)
    if (minute !== turn) {
      previous = minute === turn + 1 ? current : new Map()
      current = new Map()
      turn = minute
    }
    const window = `${key}:${Math.floor(at / windowMs)}`
    return { window, used: current.get(window) ?? previous.get(window) ?? 0 }
  }

  return {
    /** Whether `key` still has `cost` left of its `limit` in the window of `windowMs` that is now. */
    has: (key: string, { cost, limit, windowMs }: Cost): boolean =>
      read(key, windowMs).used + cost <= limit,
    /** Takes it, if it is left. */
    take(key: string, { cost, limit, windowMs }: Cost): boolean {
      const { used, window } = read(key, windowMs)
      if (used + cost > limit) return false
      current.set(window, used + cost)
      if (current.size > mostKeys) current.delete(current.keys().next().value ?? '')
      return true
    },
  }
}
