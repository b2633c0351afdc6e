import { sendTransaction } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to sign and send a transaction.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the transaction id, for {@link useWaitForTransaction}; fails as `sendTransaction` of the core.
 * @example
 * ```tsx
 * const { mutate, data: hash } = useSendTransaction()
 * const { data: receipt } = useWaitForTransaction({ hash })
 * return <button onClick={() => mutate({ transaction: { to, value: 10n ** 16n } })}>Send</button>
 * ```
 */
export function useSendTransaction({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, Parameters<typeof sendTransaction>[1]> {
  return useFoyerMutation(sendTransaction, { namespace })
}
