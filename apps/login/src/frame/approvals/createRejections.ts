import { FoyerError } from '@foyer/protocol'

/** @source security 3.5: three rejections in 60 s, then no request is shown for 60 s */
const limit = { count: 3, withinMs: 60_000, lockMs: 60_000 }

/** Keeps a page from asking until somebody gives in. */
export type Rejections = {
  /** @throws FoyerError `user-rejected` while no request is shown */
  check(): void
  /** The person said no. */
  add(): void
}

export function createRejections(now: () => number = Date.now): Rejections {
  let times: number[] = []
  let lockedUntil = 0
  return {
    check() {
      if (now() >= lockedUntil) return
      throw new FoyerError('user-rejected', {
        details: 'Too many requests were rejected: nothing is asked for a minute.',
      })
    },
    add() {
      const at = now()
      times = [...times.filter((time) => at - time < limit.withinMs), at]
      if (times.length < limit.count) return
      times = []
      lockedUntil = at + limit.lockMs
    },
  }
}
