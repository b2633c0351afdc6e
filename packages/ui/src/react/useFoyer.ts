import type { Foyer } from '@foyer/core'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * Returns the instance, for functions of `@foyer/core` that have no hook.
 *
 * @example const foyer = useFoyer() // in the handler of a press: addNetwork(foyer, network)
 */
export function useFoyer(): Foyer {
  return useFoyerContext().foyer
}
