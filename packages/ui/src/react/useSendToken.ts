import { sendToken } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Sends coins, or a token, from the connected account.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the transaction id, for {@link useWaitForTransaction}; fails as `sendToken` of the core.
 * @example
 * ```tsx
 * const { mutate, data: hash } = useSendToken()
 * return <button onClick={() => mutate({ amount: 1_500_000n, to, token })}>Send</button>
 * ```
 */
export function useSendToken({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, sendToken.Parameters> {
  return useFoyerMutation(sendToken, { namespace })
}
