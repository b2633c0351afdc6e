import { signTransaction } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign a transaction without sending it.
 *
 * @param parameters.namespace - Which connected wallet is asked. @default the active one
 * @returns A mutation whose `data` is the signed transaction in text; fails as `signTransaction` of the core.
 * @example
 * const { mutate, data } = useSignTransaction()
 * // in the handler of a press:
 * mutate({ transaction })
 */
export function useSignTransaction({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signTransaction>[1]> {
  return useFoyerMutation(signTransaction, { namespace })
}
