import type { Foyer } from '@foyer/core'
import { useFoyerContext } from './FoyerContext.ts'

/** The kit, for actions of `@foyer/core`: `signMessage(useFoyer(), { message })`. */
export function useFoyer(): Foyer {
  return useFoyerContext().foyer
}
