import { signTypedData } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign structured data (EIP-712).
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the signature; fails as `signTypedData` of the core.
 * @example
 * ```tsx
 * const { mutate, data } = useSignTypedData()
 * const typedData = { domain, types, primaryType: 'Visit', message }
 * return <button onClick={() => mutate({ typedData })}>Sign</button>
 * ```
 */
export function useSignTypedData({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signTypedData>[1]> {
  return useFoyerMutation(signTypedData, { namespace })
}
