import type {
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
} from '@solana/wallet-standard-features'
import { readMessage } from '../../readTransaction.ts'
import { invalidParams } from '../rpcError.ts'
import { accountAndNetwork, bytesOf, type StandardContext } from './standardContext.ts'

/** Whether the bytes are those that a transaction's signature is made of. */
function isTransaction(bytes: Uint8Array): boolean {
  try {
    readMessage(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Signs messages as they are, with nothing around them.
 *
 * @throws -32602 when one is a transaction in disguise: its signature would move coins.
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
    // A copy: the site must not change what the person is reading.
    return message.slice()
  })
  if (messages.some(isTransaction)) {
    throw invalidParams('A transaction cannot be signed as a message.')
  }
  const answer = await context.askPerson({
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
