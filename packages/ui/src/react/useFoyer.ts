import type { Foyer } from '@foyer/core'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * Returns the instance, for functions of `@foyer/core` that have no hook.
 *
 * @example
 * ```tsx
 * const foyer = useFoyer()
 * return <button onClick={() => addNetwork(foyer, network)}>Add network</button>
 * ```
 */
export function useFoyer(): Foyer {
  return useFoyerContext().foyer
}
