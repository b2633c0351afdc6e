import { signTypedData } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign structured data (EIP-712).
 *
 * @param parameters.namespace - Which connected wallet is asked. @default the active one
 * @returns A mutation whose `data` is the signature; fails as `signTypedData` of the core.
 * @example
 * const { mutate, data } = useSignTypedData()
 * // in the handler of a press:
 * mutate({ typedData: { domain, types, primaryType: 'Visit', message } })
 */
export function useSignTypedData({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signTypedData>[1]> {
  return useFoyerMutation(signTypedData, { namespace })
}
