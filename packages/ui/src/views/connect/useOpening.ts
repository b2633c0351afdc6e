import { useCallback, useEffect, useState } from 'react'
import { usePageVisible } from './usePageVisible.ts'

/** Time after which a link has opened nothing if the page is still visible, ms. */
export const opensWithinMs = 2_000

/**
 * Outcome of a wallet link: `none` was opened yet; `opened` just now; `left`: the page was hidden, so a wallet opened;
 * `stayed`: the page is still visible, so probably no wallet opened.
 */
export type Opening = 'none' | 'opened' | 'left' | 'stayed'

/** Tracks an opened link. @param already - One was opened before this view. */
export function useOpening(already: boolean): { opening: Opening; onOpen: () => void } {
  const [opening, setOpening] = useState<Opening>(already ? 'opened' : 'none')
  const [times, setTimes] = useState(0)
  const isVisible = usePageVisible()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is waited for from its start
  useEffect(() => {
    if (opening !== 'opened') return
    if (!isVisible) return setOpening('left')
    const timer = setTimeout(() => setOpening('stayed'), opensWithinMs)
    return () => clearTimeout(timer)
  }, [opening, isVisible, times])
  const onOpen = useCallback(() => {
    setOpening('opened')
    setTimes((count) => count + 1)
  }, [])
  return { opening, onOpen }
}
