import { FoyerError } from '@foyer/protocol'
import { parseSignIn, type SignInAnswer, type SignInMessage } from '@foyer/protocol/signIn'
import { checkSignIn } from './checkSignIn.ts'
import { verifySignature } from './verifySignature.ts'

/**
 * Verifies a signed sign-in: its text, each field, and its signature.
 *
 * @returns The parts of the message.
 * @throws FoyerError `params-invalid` (no sign-in message), `unauthorized` (another site, nonce, network, time or
 *   signer), `smart-accounts-unsupported` (a contract's signature, and no client for its network), `rpc-failed`
 */
export async function verifySignIn(
  { message: text, signature }: SignInAnswer,
  options: verifySignIn.Options,
): Promise<SignInMessage> {
  const message = parseSignIn(text)
  checkSignIn(message, options)
  const isSigned = await verifySignature({ message, signature, text }, options)
  if (!isSigned)
    throw new FoyerError('unauthorized', { details: 'The signature is not of this account.' })
  return message
}

export declare namespace verifySignIn {
  type Options = checkSignIn.Options & verifySignature.Options
}
