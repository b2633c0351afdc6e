import { FoyerError } from '../errors.ts'

/** Encodes bytes as base64url without padding. Do not use it for private keys: strings can not be wiped. @source RFC 4648 section 5 */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Decodes an unpadded base64url text; accepts only its canonical spelling.
 *
 * @throws {@link FoyerError} `input-invalid`
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw new FoyerError('input-invalid', { details: 'This is not base64url without padding.' })
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  // Reject non-zero trailing bits: two spellings of one value would let a row be changed unnoticed.
  if (encodeBase64Url(bytes) !== text)
    throw new FoyerError('input-invalid', { details: 'This is not canonical base64url.' })
  return bytes
}
