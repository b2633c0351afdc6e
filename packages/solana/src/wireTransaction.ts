import { FoyerError, solanaTransactionLimit } from '@foyer/protocol'
import {
  type Address,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
} from '@solana/kit'
import { fromBase64, readBytes } from './bytes.ts'

/** A parsed wire transaction. */
export type WireTransaction = {
  readonly bytes: Uint8Array
  readonly version: 'legacy' | number
  /** Per required signer, in order; null for a missing signature. The first one is the id. */
  readonly signatures: Readonly<Record<string, Uint8Array | null>>
}

/**
 * Parses a transaction, legacy or versioned, signed or not.
 *
 * @param input - Bytes, or their base64 text.
 * @throws FoyerError `params-invalid`; `details` begins with `name`
 * @source https://solana.com/docs/core/transactions
 */
export function parseWireTransaction(input: unknown, name = 'transaction'): WireTransaction {
  const bytes = typeof input === 'string' ? bytesOf(input) : readBytes(input)
  if (!bytes)
    throw new FoyerError('params-invalid', {
      details: `${name} must be bytes or base64 text of a whole transaction.`,
    })
  if (bytes.length > solanaTransactionLimit)
    throw new FoyerError('params-invalid', {
      details: `${name} has ${bytes.length} bytes, a transaction at most ${solanaTransactionLimit}.`,
    })
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const [first = 0] = messageBytes
    return {
      bytes,
      // A versioned message begins with a set high bit and its number.
      version: first < 0x80 ? 'legacy' : first - 0x80,
      signatures: signatures as WireTransaction['signatures'],
    }
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: `${name} is no transaction.` })
  }
}

/** Returns the signature of `address` in a transaction; undefined if it is missing. */
export function readSignature(
  { signatures }: WireTransaction,
  address: string,
): Uint8Array | undefined {
  return signatures[address] ?? undefined
}

/** Returns the transaction with one more signature. */
export function addSignature(
  { bytes }: WireTransaction,
  { address, signature }: { address: string; signature: Uint8Array },
): Uint8Array {
  const transaction = getTransactionDecoder().decode(bytes)
  const signatures = {
    ...transaction.signatures,
    [address as Address]: signature as SignatureBytes,
  }
  return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures }))
}

function bytesOf(text: string): Uint8Array | undefined {
  const isBase64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i.test(text)
  return isBase64 ? fromBase64(text) : undefined
}
