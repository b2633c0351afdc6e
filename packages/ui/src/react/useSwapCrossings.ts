import { openCrossings, type SwapCrossing } from '@foyer/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * The swaps across networks that were sent from this browser, the newest first; they survive a reload. Their state is asked
 * for while the component is mounted. Needs an api.
 *
 * @returns `crossings`, and `forget(hash)` for those whose end the user has seen.
 * @example
 * ```tsx
 * const { crossings } = useSwapCrossings()
 * return crossings.map(({ hash, status, to }) => <li key={hash}>{to.symbol}: {status}</li>)
 * ```
 */
export function useSwapCrossings(): {
  readonly crossings: readonly SwapCrossing[]
  readonly forget: (hash: string) => void
} {
  const { foyer } = useFoyerContext()
  const { follow, forget, store } = openCrossings(foyer)
  const crossings = useSyncExternalStore(store.subscribe, store.get, store.get)
  useEffect(() => follow(), [follow])
  return { crossings, forget }
}
