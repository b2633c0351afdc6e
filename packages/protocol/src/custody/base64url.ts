import { FoyerError } from '../errors.ts'

/** Bytes as base64url without padding. Never for a private key: text can not be wiped. @source RFC 4648 section 5 */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * The bytes of an unpadded base64url text; only the one canonical spelling of them is taken.
 *
 * @throws {@link FoyerError} `input-invalid`
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw new FoyerError('input-invalid', { details: 'This is not base64url without padding.' })
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  // Loose last bits would let two texts mean one value: a row could be changed without being noticed.
  if (encodeBase64Url(bytes) !== text)
    throw new FoyerError('input-invalid', { details: 'This is not canonical base64url.' })
  return bytes
}
