import { ed25519 } from '@noble/curves/ed25519.js'
import { base16 } from '@scure/base'
import { solanaAccounts } from '../../../solana/solanaAccounts.ts'
import { invalidParams } from '../../page/rpcError.ts'
import { readTransaction, withSignature } from '../../readTransaction.ts'

/** Signs bytes with an account's key. @returns 64 bytes. */
export function signBytes(account: number, bytes: Uint8Array): Uint8Array {
  return ed25519.sign(bytes, base16.decode(solanaAccounts[account]!.seed.toUpperCase()))
}

/**
 * Adds an account's signature to a transaction, and changes nothing else.
 *
 * @throws Error -32602 for bytes that are not a transaction, or one that does not need this account's signature.
 */
export function signTransactionBytes(
  account: number,
  bytes: Uint8Array,
): { signed: Uint8Array; signature: Uint8Array } {
  const { message, signers } = readTransaction(bytes)
  const place = signers.indexOf(solanaAccounts[account]!.address)
  if (place < 0) throw invalidParams('The transaction does not need this account’s signature.')
  const signature = signBytes(account, message)
  return { signed: withSignature(bytes, { place, signature }), signature }
}
