import { encodeBase58, parseSolanaTransaction } from '@foyer/decode/internal'
import { isFoyerError } from '@foyer/protocol'
import { invalidParams } from './page/rpcError.ts'

/** A transaction as far as signing needs it. */
export type SolanaTransaction = {
  /** What is signed. A copy: it can be changed. */
  message: Uint8Array
  /** Addresses of those who must sign, the payer of the fee first. */
  signers: readonly string[]
  /** In the order of the signers, 64 bytes each; zeros where one is missing. */
  signatures: readonly Uint8Array[]
}

/**
 * Reads a legacy or version 0 transaction, signed or not.
 *
 * @throws Error -32602 saying what is wrong with it.
 */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  try {
    const { message, messageBytes, signatures } = parseSolanaTransaction(bytes)
    return { message: messageBytes, signers: message.signers.map(encodeBase58), signatures }
  } catch (error) {
    throw isFoyerError(error) ? invalidParams(error.details ?? error.message) : error
  }
}

/** Puts a signature in its place and leaves all else as it was. @returns A copy. */
export function withSignature(
  bytes: Uint8Array,
  { place, signature }: { place: number; signature: Uint8Array },
): Uint8Array {
  const signed = bytes.slice()
  // A transaction has room for 19 signatures at most: their count is one byte.
  signed.set(signature, 1 + place * 64)
  return signed
}
