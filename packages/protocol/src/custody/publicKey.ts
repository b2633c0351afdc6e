import * as v from 'valibot'
import { FoyerError } from '../errors.ts'
import { encodeBase64Url } from './base64url.ts'

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** A P-256 public key as JWK, without other members. @source RFC 7517; RFC 7518 section 6.2 */
export const publicKey = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type PublicKey = v.InferOutput<typeof publicKey>

/** Exports the public JWK of a P-256 key of this browser. */
export async function exportPublicKey(key: CryptoKey): Promise<PublicKey> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key)
  return v.parse(publicKey, { kty, crv, x, y })
}

/** Imports a key for verifying ES256 or for ECDH. @throws {@link FoyerError} `input-invalid` if it is not a point of the curve */
export async function importPublicKey(jwk: PublicKey, use: 'ECDSA' | 'ECDH'): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey(
      'jwk',
      { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y },
      { name: use, namedCurve: 'P-256' },
      true,
      use === 'ECDSA' ? ['verify'] : [],
    )
  } catch (cause) {
    throw new FoyerError('input-invalid', { cause, details: 'This is not a P-256 public key.' })
  }
}

/** Computes the SHA-256 thumbprint, base64url: the `jkt` of tokens. @source RFC 7638 section 3 */
export async function thumbprint({ crv, kty, x, y }: PublicKey): Promise<string> {
  const canonical = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', canonical)))
}
