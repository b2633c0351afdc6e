import { encodeBase58, parseSolanaTransaction } from '@foyer/decode/internal'
import { isFoyerError } from '@foyer/protocol'
import { invalidParams } from './page/rpcError.ts'

/** The parts of a transaction that signing needs. */
export type SolanaTransaction = {
  /** The signed bytes, as a copy that may be changed. */
  message: Uint8Array
  /** Addresses of the required signers, the fee payer first. */
  signers: readonly string[]
  /** In the order of the signers, 64 bytes each; zeros for a missing one. */
  signatures: readonly Uint8Array[]
}

/**
 * Parses a legacy or version 0 transaction, signed or not.
 *
 * @throws Error -32602 that explains the problem.
 */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  try {
    const { message, messageBytes, signatures } = parseSolanaTransaction(bytes)
    return { message: messageBytes, signers: message.signers.map(encodeBase58), signatures }
  } catch (error) {
    throw isFoyerError(error) ? invalidParams(error.details ?? error.message) : error
  }
}

/** Sets a signature, and changes nothing else. @returns A copy. */
export function withSignature(
  bytes: Uint8Array,
  { place, signature }: { place: number; signature: Uint8Array },
): Uint8Array {
  const signed = bytes.slice()
  // A transaction fits 19 signatures at most, so their count is one byte.
  signed.set(signature, 1 + place * 64)
  return signed
}
