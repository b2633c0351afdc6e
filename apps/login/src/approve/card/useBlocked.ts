import { useEffect, useEffectEvent } from 'react'
import type { Closed } from '../gate/gate.ts'

/** Time until a newly opened frame must be visible, in ms. */
const patienceMs = 3_000

/** Tells once that it stays impossible to approve here. */
export function useBlocked(
  why: Closed | undefined,
  onBlocked: ((why: 'size' | 'unseen') => void) | undefined,
): void {
  const tell = useEffectEvent((blocked: 'size' | 'unseen') => {
    // A frame that is not open yet has no size.
    if (window.innerWidth > 0 && document.visibilityState === 'visible') onBlocked?.(blocked)
  })
  useEffect(() => {
    if (why !== 'size' && why !== 'unseen') return
    const timer = setTimeout(() => tell(why), patienceMs)
    return () => clearTimeout(timer)
  }, [why])
}
