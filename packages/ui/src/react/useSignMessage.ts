import { signMessage } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign a text.
 *
 * @param parameters.namespace - Which connected wallet is asked. @default the active one
 * @returns A mutation whose `data` is the signature encoded as usual in the namespace; fails as `signMessage` of the
 *   core.
 * @example const { mutate, data, isPending } = useSignMessage() // in the handler of a press: mutate({ message: 'I
 *   would like to come in.' })
 */
export function useSignMessage({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof signMessage>[1]> {
  return useFoyerMutation(signMessage, { namespace })
}
