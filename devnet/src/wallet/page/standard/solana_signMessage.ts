import { looksLikeTransaction } from '@foyer/decode/internal'
import type {
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
} from '@solana/wallet-standard-features'
import { invalidParams } from '../rpcError.ts'
import { accountAndNetwork, bytesOf, type StandardContext } from './standardContext.ts'

/**
 * Signs messages unchanged, without a prefix.
 *
 * @throws -32602 if one is a transaction message: its signature could move coins.
 */
export async function solana_signMessage(
  context: StandardContext,
  inputs: readonly SolanaSignMessageInput[],
): Promise<SolanaSignMessageOutput[]> {
  const { account, network } = accountAndNetwork(
    context,
    inputs.map((input) => ({ account: input.account })),
  )
  const messages = inputs.map(({ message }) => {
    if (!(message instanceof Uint8Array)) throw invalidParams('Expected the message as bytes.')
    // Copy the bytes, so that the site can not change what the user reads.
    return message.slice()
  })
  if (messages.some(looksLikeTransaction)) {
    throw invalidParams('A transaction cannot be signed as a message.')
  }
  const answer = await context.askUser({
    method: 'solana:signMessage',
    network,
    account,
    messages,
  })
  return bytesOf(answer, messages.length).map((signature, index) => ({
    signedMessage: messages[index]!,
    signature,
  }))
}
