import { type Account, readAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useKit } from './FoyerContext.ts'

/**
 * The account of a namespace, and everything known of it.
 *
 * @param parameters.namespace - @default the active one
 */
export function useAccount({ namespace }: { namespace?: Namespace | undefined } = {}): Account {
  return useKit((foyer) => readAccount(foyer, namespace))
}
