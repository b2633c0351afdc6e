import { sendToken } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Sends coins, or a token, from the connected account.
 *
 * @param parameters.namespace - Which connected wallet is asked. @default the active one
 * @returns A mutation whose `data` is the transaction id, for {@link useWaitForTransaction}; fails as `sendToken` of the core.
 * @example
 * const { mutate, data: hash } = useSendToken()
 * // in the handler of a press:
 * mutate({ amount: 1_500_000n, to, token })
 */
export function useSendToken({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, sendToken.Parameters> {
  return useFoyerMutation(sendToken, { namespace })
}
