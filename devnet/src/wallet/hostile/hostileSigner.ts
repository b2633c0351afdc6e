import { readSolanaMessage } from '@foyer/decode/internal'
import { ed25519 } from '@noble/curves/ed25519.js'
import { readTransaction, withSignature } from '../readTransaction.ts'

/** An unused key without funds. */
const seed = new Uint8Array(32).fill(66)
const otherSeed = new Uint8Array(32).fill(77)

/** The public key of the account that a hostile wallet shows. */
export const hostilePublicKey = (): Uint8Array => ed25519.getPublicKey(seed)

/** Signs bytes. @param wrong Uses a key that is not the account's. */
export const hostileSignature = (bytes: Uint8Array, wrong: boolean): Uint8Array =>
  ed25519.sign(bytes, wrong ? otherSeed : seed)

/**
 * Signs a transaction.
 *
 * @param changed Changes the last instruction before signing.
 */
export function hostileTransaction(
  bytes: Uint8Array,
  { wrong, changed }: { wrong: boolean; changed: boolean },
): Uint8Array {
  const { message } = readTransaction(bytes)
  // The data is a view of the message; its fifth byte is the lowest of a transfer's amount.
  const data = changed ? readSolanaMessage(message).instructions.at(-1)?.data : undefined
  if (data && data.length > 0) data[Math.min(4, data.length - 1)]! ^= 1
  const copy = bytes.slice()
  copy.set(message, bytes.length - message.length)
  return withSignature(copy, { place: 0, signature: hostileSignature(message, wrong) })
}
