import { FoyerError } from '@foyer/protocol'

/** @source security 3.5: three rejections in 60 s, then no request is shown for 60 s */
const limit = { count: 3, withinMs: 60_000, lockMs: 60_000 }
const key = 'foyer1.rejections'

/** Stops a page from asking again and again until the user gives in. */
export type Rejections = {
  /** @throws FoyerError `user-rejected` while no request is shown */
  check(): void
  /** The user rejected. */
  add(): void
}

type Kept = { times: number[]; lockedUntil: number }

/**
 * Counts the user's rejections. The count survives a page recreating its frame.
 * @param options.storage - Of this tab; where the browser denies it the count lasts as long as the document.
 */
export function createRejections({
  now = Date.now,
  storage,
}: {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  now?: () => number
}): Rejections {
  let kept: Kept = { times: [], lockedUntil: 0 }
  try {
    // Storage of this origin: only its own pages wrote it.
    kept = { ...kept, ...(JSON.parse(storage?.getItem(key) ?? '{}') as Partial<Kept>) }
  } catch {
    // Unreadable state is ignored.
  }
  return {
    check() {
      if (now() >= kept.lockedUntil) return
      throw new FoyerError('user-rejected', {
        details: 'Too many requests were rejected: nothing is asked for a minute.',
      })
    },
    add() {
      const at = now()
      const times = [...kept.times.filter((time) => at - time < limit.withinMs), at]
      kept =
        times.length < limit.count
          ? { ...kept, times }
          : { times: [], lockedUntil: at + limit.lockMs }
      storage?.setItem(key, JSON.stringify(kept))
    },
  }
}
