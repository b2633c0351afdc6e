import { FoyerError } from '@foyer/protocol'

/** 26 letters or digits and two of a checksum, which the key worker verifies. @source security 2.3 */
const codePattern = /^[0-9a-z]{28}$/i

/**
 * Parses a typed recovery code to ASCII bytes for the key worker. Ignores spaces and dashes.
 * @throws FoyerError `input-invalid` when it is incomplete; the worker throws the same for a mistyped one
 */
export function readCode(typed: string): Uint8Array<ArrayBuffer> {
  const text = typed.replace(/[\s-]+/g, '')
  if (!codePattern.test(text)) throw new FoyerError('input-invalid')
  return new TextEncoder().encode(text)
}
