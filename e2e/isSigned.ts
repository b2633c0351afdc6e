import { createPublicKey, verify } from 'node:crypto'
import { getBase58Encoder } from '@solana/kit'

const bytesOf = (text: string | Uint8Array) =>
  typeof text === 'string' ? Buffer.from(getBase58Encoder().encode(text)) : text

/**
 * Verifies a Solana account's signature with Node's own cryptography.
 *
 * @param signature - in base58, or its bytes
 * @param by - the account, in base58
 */
export function isSigned(
  message: string | Uint8Array,
  signature: string | Uint8Array,
  by: string,
): boolean {
  const x = Buffer.from(bytesOf(by)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, bytesOf(signature))
}
