import { useCallback, useEffect, useState } from 'react'
import { useInSight } from './useInSight.ts'

/** After this long with the page still in sight, a link opened nothing, ms. */
export const opensWithinMs = 2_000

/**
 * What became of a link into a wallet: `none` was opened, `opened` just now, `left` for the wallet, or still here
 * (`stayed`): no wallet took it, as far as a page can know.
 */
export type Opening = 'none' | 'opened' | 'left' | 'stayed'

/** Follows a link that is opened. @param already - One was, as the view came. */
export function useOpening(already: boolean): { opening: Opening; onOpen: () => void } {
  const [opening, setOpening] = useState<Opening>(already ? 'opened' : 'none')
  const [times, setTimes] = useState(0)
  const inSight = useInSight()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is waited for from its start
  useEffect(() => {
    if (opening !== 'opened') return
    if (!inSight) return setOpening('left')
    const timer = setTimeout(() => setOpening('stayed'), opensWithinMs)
    return () => clearTimeout(timer)
  }, [opening, inSight, times])
  const onOpen = useCallback(() => {
    setOpening('opened')
    setTimes((count) => count + 1)
  }, [])
  return { opening, onOpen }
}
