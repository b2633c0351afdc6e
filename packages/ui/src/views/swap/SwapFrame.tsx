import type { Foyer, Swap } from '@foyer/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useUi } from '../../context.ts'
import { useStyles } from '../../useStyles.ts'
import { SwapPart } from './SwapPart.tsx'
import css from './SwapView.css?inline'
import { SwapWords } from './swapWords.ts'

const SwapContext = createContext<Swap | null>(null)

/** The texts, and the swap of the instance, whose code loads with the first of these views. */
export function SwapFrame({ children }: { children: ReactNode }) {
  useStyles(css)
  const { foyer } = useUi()
  const { swap } = foyer.running
  return (
    <SwapWords>
      {swap ? (
        <SwapContext.Provider value={swap}>{children}</SwapContext.Provider>
      ) : (
        <SwapPart load={loadEngine}>
          {(open) => <SwapContext.Provider value={open(foyer)}>{children}</SwapContext.Provider>}
        </SwapPart>
      )}
    </SwapWords>
  )
}

async function loadEngine(): Promise<(foyer: Foyer) => Swap> {
  return (await import('./startSwap.ts')).startSwap
}

/** The swap of the instance. */
export function useSwapEngine(): Swap {
  const swap = useContext(SwapContext)
  if (!swap) throw new Error('A part of a swap was rendered outside of SwapFrame.')
  return swap
}
