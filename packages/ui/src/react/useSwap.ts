import {
  openSwap,
  readOfferOf,
  readSwapProblem,
  type Swap,
  type SwapOffer,
  type SwapProblem,
  type SwapState,
} from '@foyer/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'

/** The swap of the instance, and what it can do. */
export type UseSwap = SwapState &
  Omit<Swap, 'keepFresh' | 'store'> & {
    /** The offer that the user chose; the best one by default. Undefined until there are quotes. */
    readonly offer: SwapOffer | undefined
    /** The balance that is too small. `submit` does nothing then. */
    readonly problem: SwapProblem | undefined
  }

/**
 * The swap of this instance: its form, quotes, approval and progress. It is the same one everywhere, in the modal too, and
 * goes on when the component unmounts. Quotes that are too old are refreshed while it is mounted. Needs an api.
 *
 * @returns The state, by `status`: `idle`, `quoting`, `quoted`, `approving`, `swapping`, `done`, `failed`, `rejected`.
 * @example
 * ```tsx
 * const { change, offer, problem, status, submit } = useSwap()
 * const { data: tokens = [] } = useSwapTokens()
 * return (
 *   <>
 *     <button onClick={() => change({ from: tokens[0], to: tokens[1], amount: '1.5' })}>Quote</button>
 *     <button disabled={!offer || problem !== undefined} onClick={submit}>{status}</button>
 *   </>
 * )
 * ```
 */
export function useSwap(): UseSwap {
  const { foyer } = useFoyerContext()
  const swap = openSwap(foyer)
  const state = useSyncExternalStore(swap.store.subscribe, swap.store.get, swap.store.get)
  const problem = useFoyerValue((foyer) => readSwapProblem(foyer, state))
  useEffect(() => swap.keepFresh(), [swap])
  const { change, choose, dismiss, refresh, submit } = swap
  const offer = state.status === 'idle' ? undefined : readOfferOf(state)
  return { ...state, change, choose, dismiss, offer, problem, refresh, submit }
}
