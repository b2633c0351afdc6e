import { useEffect, useEffectEvent } from 'react'
import type { Closed } from '../gate/gate.ts'

/** Time within which a newly opened frame must become visible, in ms. */
const patienceMs = 3_000

/** Calls `onBlocked` when the frame has been too small or covered for 3 s. */
export function useBlocked(
  why: Closed | undefined,
  onBlocked: ((why: 'size' | 'unseen') => void) | undefined,
): void {
  const report = useEffectEvent((blocked: 'size' | 'unseen') => {
    // Not while the frame is hidden: it has no size then.
    if (window.innerWidth > 0 && document.visibilityState === 'visible') onBlocked?.(blocked)
  })
  useEffect(() => {
    if (why !== 'size' && why !== 'unseen') return
    const timer = setTimeout(() => report(why), patienceMs)
    return () => clearTimeout(timer)
  }, [why])
}
