import { toHex } from '@foyer/decode/internal'
import { readSigner } from './readSigner.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Signs a message, given as hex bytes or as text; a smart account signs for itself alone.
 * @source https://eips.ethereum.org/EIPS/eip-191, https://eips.ethereum.org/EIPS/eip-7739
 */
export const personal_sign: SigningCall = async ({ params, approve, ...call }) => {
  const [message, account] = params as [string, string]
  const signer = await readSigner(call, call.rpc)
  return approve(
    {
      ...call,
      build: () => ({
        method: 'personal_sign',
        params: [messageHex(message), account],
        ...signer,
      }),
    },
    async (signature) => signature,
  )
}

/** Returns hex unchanged; encodes anything else as text. */
export function messageHex(message: string): string {
  if (/^0x(?:[0-9a-f]{2})*$/i.test(message)) return message
  return toHex(new TextEncoder().encode(message))
}
