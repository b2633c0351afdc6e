import { type Foyer, openSwap, type Swap } from '@foyer/core'

/** Opens the swap of an instance: the code that runs it is a chunk of its own. */
export function startSwap(foyer: Foyer): Swap {
  return openSwap(foyer)
}
