import { FoyerError } from '@foyer/protocol'

/** @source security 3.5: three rejections in 60 s, then no request is shown for 60 s */
const limit = { count: 3, withinMs: 60_000, lockMs: 60_000 }
const key = 'foyer1.rejections'

/** Rate limit of rejected requests, so that a page can not wear the user down. */
export type Rejections = {
  /** @throws FoyerError `user-rejected` while requests are locked out */
  check(): void
  /** Counts a rejection by the user. */
  add(): void
}

type Kept = { times: number[]; lockedUntil: number }

/**
 * Counts the user's rejections. The count survives a page recreating its frame.
 * @param options.storage - The tab's session storage; undefined where the browser denies it, then the count lasts as
 *   long as the document.
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
    // Not validated: only pages of this origin can write this storage.
    kept = { ...kept, ...(JSON.parse(storage?.getItem(key) ?? '{}') as Partial<Kept>) }
  } catch {
    // Malformed or denied storage counts as empty.
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
