import { concat, type SolanaTransaction } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import { equalBytes } from '@foyer/protocol/custody'

/** Which of the signatures is this account's. @throws {@link FoyerError} `params-invalid` when none is */
export function signerIndex({ message }: SolanaTransaction, publicKey: Uint8Array): number {
  const index = message.signers.findIndex((key) => equalBytes(key, publicKey))
  if (index === -1)
    throw new FoyerError('params-invalid', {
      details: 'This transaction does not need a signature of this account.',
    })
  return index
}

/** The transaction with our signature in its place; others' signatures stay as they were. */
export function signedSolanaTransaction(
  { signatures, messageBytes }: SolanaTransaction,
  { index, signature }: { index: number; signature: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const all = signatures.map((present, place) => (place === index ? signature : present))
  // More than 127 signatures (64 bytes each) can not be in 1,232 bytes: the count is one byte.
  return concat(Uint8Array.of(all.length), ...all, messageBytes)
}
