import { signMessage } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign a text.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the signature encoded as usual in the namespace; fails as `signMessage` of the
 *   core.
 * @example
 * ```tsx
 * const { mutate, data, isPending } = useSignMessage()
 * return <button disabled={isPending} onClick={() => mutate({ message: 'Sign in' })}>Sign</button>
 * ```
 */
export function useSignMessage({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signMessage>[1]> {
  return useFoyerMutation(signMessage, { namespace })
}
