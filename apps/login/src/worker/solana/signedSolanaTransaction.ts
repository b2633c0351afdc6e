import { concat, type SolanaTransaction } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import { equalBytes } from '@foyer/protocol/custody'

/** Finds the index of this account among the signers. @throws {@link FoyerError} `params-invalid` if it is no signer */
export function signerIndex({ message }: SolanaTransaction, publicKey: Uint8Array): number {
  const index = message.signers.findIndex((key) => equalBytes(key, publicKey))
  if (index === -1)
    throw new FoyerError('params-invalid', {
      details: 'This transaction does not need a signature of this account.',
    })
  return index
}

/** Inserts our signature into a transaction; other signatures stay unchanged. @returns The transaction's bytes. */
export function signedSolanaTransaction(
  { signatures, messageBytes }: SolanaTransaction,
  { index, signature }: { index: number; signature: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const all = signatures.map((present, place) => (place === index ? signature : present))
  // The compact-u16 count is one byte: 128 signatures of 64 bytes would exceed the limit of 1,232 bytes.
  return concat(Uint8Array.of(all.length), ...all, messageBytes)
}
