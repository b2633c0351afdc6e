import { sendNft } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Sends an NFT from the connected account.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data` is the transaction id, for {@link useWaitForTransaction}; fails as `sendNft` of the core.
 * @example
 * ```tsx
 * const { mutate, data: hash } = useSendNft()
 * return <button onClick={() => mutate({ nft, to })}>Send</button>
 * ```
 */
export function useSendNft({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<string, sendNft.Parameters> {
  return useFoyerMutation(sendNft, { namespace })
}
