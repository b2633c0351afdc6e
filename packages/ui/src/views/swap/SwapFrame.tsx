import type { Swap } from '@foyer/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useUi } from '../../context.ts'
import { useStyles } from '../../useStyles.ts'
import { LazyPart } from '../LazyPart.tsx'
import css from './SwapView.css?inline'
import { SwapWords } from './swapWords.ts'

const SwapContext = createContext<Swap | null>(null)

/** The texts of the swap, its state, and a view: the code of all three loads together. */
export function SwapFrame<view>({
  children,
  load,
}: {
  children: (view: view) => ReactNode
  load: () => Promise<view>
}) {
  useStyles(css)
  const { foyer } = useUi()
  const loadAll = async () => {
    const [view, { startSwap }] = await Promise.all([load(), import('./startSwap.ts')])
    return { view, swap: startSwap(foyer) }
  }
  return (
    <SwapWords>
      <LazyPart load={loadAll}>
        {({ swap, view }) => (
          <SwapContext.Provider value={swap}>{children(view)}</SwapContext.Provider>
        )}
      </LazyPart>
    </SwapWords>
  )
}

/** The swap of the instance. */
export function useSwapEngine(): Swap {
  const swap = useContext(SwapContext)
  if (!swap) throw new Error('A part of a swap was rendered outside of SwapFrame.')
  return swap
}
