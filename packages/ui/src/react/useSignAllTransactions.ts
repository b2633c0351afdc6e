import { signAllTransactions } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign several transactions at once, without sending them.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` are the signed transactions in order; fails as `signAllTransactions` of the core.
 * @example
 * ```tsx
 * const { mutate, data } = useSignAllTransactions()
 * return <button onClick={() => mutate({ transactions })}>Sign</button>
 * ```
 */
export function useSignAllTransactions({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string[], Parameters<typeof signAllTransactions>[1]> {
  return useFoyerMutation(signAllTransactions, { namespace })
}
