import { FoyerError } from '@foyer/protocol'
import { decodeRecoveryCode } from '../../worker/wallet/recoveryCode.ts'

/** What a worker takes at most, bytes. */
const longest = 64

/**
 * A typed recovery code as the bytes that the key worker takes.
 *
 * @throws FoyerError `input-invalid` when it is not whole or mistyped
 */
export function readCode(typed: string): Uint8Array<ArrayBuffer> {
  const text = typed.replace(/[\s-]+/g, '')
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > longest) throw new FoyerError('input-invalid')
  decodeRecoveryCode(bytes).fill(0)
  return bytes
}
