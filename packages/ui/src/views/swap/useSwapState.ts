import {
  readOfferOf,
  readSwapProblem,
  type Swap,
  type SwapOffer,
  type SwapProblem,
  type SwapState,
} from '@foyer/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useFoyerRead, useModalState, useUi } from '../../context.ts'
import { useSwapEngine } from './SwapFrame.tsx'

/** The swap of the instance, with the offer that the user chose. Quotes are refreshed while the modal is open. */
export function useSwapState(): {
  readonly swap: Swap
  readonly state: SwapState
  readonly offer: SwapOffer | undefined
  readonly problem: SwapProblem | undefined
} {
  const { modal } = useUi()
  const swap = useSwapEngine()
  const state = useSyncExternalStore(swap.store.subscribe, swap.store.get)
  const problem = useFoyerRead((kit) => readSwapProblem(kit, state))
  const open = useModalState(({ open }) => open) || modal.options.embedded === true
  useEffect(() => (open ? swap.keepFresh() : undefined), [swap, open])
  return { swap, state, offer: state.status === 'idle' ? undefined : readOfferOf(state), problem }
}
