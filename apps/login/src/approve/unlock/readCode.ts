import { FoyerError } from '@foyer/protocol'

/** 26 letters or digits and two that check them; the key worker checks. @source security 2.3 */
const whole = /^[0-9a-z]{28}$/i

/**
 * Parses a typed recovery code to the bytes for the key worker.
 * @throws FoyerError `input-invalid` when it is not whole; the worker throws the same for a mistyped one
 */
export function readCode(typed: string): Uint8Array<ArrayBuffer> {
  const text = typed.replace(/[\s-]+/g, '')
  if (!whole.test(text)) throw new FoyerError('input-invalid')
  return new TextEncoder().encode(text)
}
