import { type Account, readAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useFoyerValue } from './FoyerContext.ts'

/**
 * Returns the account of a namespace with all its data.
 *
 * @param parameters.namespace - @default the active one
 */
export function useAccount({ namespace }: { namespace?: Namespace | undefined } = {}): Account {
  return useFoyerValue((foyer) => readAccount(foyer, namespace))
}
