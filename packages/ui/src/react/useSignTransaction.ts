import { signTransaction } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign a transaction without sending it.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the signed transaction in text; fails as `signTransaction` of the core.
 * @example
 * ```tsx
 * const { mutate, data } = useSignTransaction()
 * return <button onClick={() => mutate({ transaction })}>Sign</button>
 * ```
 */
export function useSignTransaction({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signTransaction>[1]> {
  return useFoyerMutation(signTransaction, { namespace })
}
