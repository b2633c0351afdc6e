import { ed25519 } from '@noble/curves/ed25519.js'
import { base16 } from '@scure/base'
import { solanaAccounts } from '../../../solana/solanaAccounts.ts'
import { readTransaction } from '../../readTransaction.ts'

/** Signs bytes with an account's key. @returns 64 bytes. */
export function signBytes(account: number, bytes: Uint8Array): Uint8Array {
  return ed25519.sign(bytes, base16.decode(solanaAccounts[account]!.seed.toUpperCase()))
}

/**
 * Puts an account's signature into a transaction and leaves all else as it was.
 *
 * @throws RangeError when the transaction does not want this account's signature.
 */
export function signTransactionBytes(
  account: number,
  bytes: Uint8Array,
): { signed: Uint8Array; signature: Uint8Array } {
  const { message, signers, signaturesAt } = readTransaction(bytes)
  const place = signers.indexOf(solanaAccounts[account]!.address)
  if (place < 0) throw new RangeError('The transaction does not want this account’s signature.')
  const signature = signBytes(account, message)
  const signed = bytes.slice()
  signed.set(signature, signaturesAt + place * 64)
  return { signed, signature }
}
