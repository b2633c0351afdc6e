import { getBase58Encoder, getBase64Encoder } from '@solana/kit'
import { type ReadTransaction, readTransaction } from '../readTransaction.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

/** @source solana-packet PACKET_DATA_SIZE */
const wireLimit = 1_232

/**
 * Reads a transaction from a call.
 *
 * @throws RpcError -32602 if it is not a transaction, -32003 if it is not signed.
 */
export function readWire(
  text: string,
  { encoding, mustBeSigned }: { encoding: 'base58' | 'base64'; mustBeSigned: boolean },
): ReadTransaction {
  let bytes: Uint8Array
  try {
    const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
    // Reject a text that is too long before decoding it.
    bytes =
      text.length > 2 * wireLimit
        ? new Uint8Array(text.length)
        : Uint8Array.from(encoder.encode(text))
  } catch {
    throw invalid(`invalid ${encoding} encoding`)
  }
  if (bytes.length > wireLimit)
    throw invalid(`decoded transaction too large: ${bytes.length} bytes (max: ${wireLimit} bytes)`)
  let read: ReadTransaction
  try {
    read = readTransaction(bytes)
  } catch (error) {
    throw invalid(`failed to deserialize transaction: ${(error as Error).message}`)
  }
  const isSigned = Object.values(read.transaction.signatures).every((one) => one !== null)
  if (mustBeSigned && !isSigned)
    throw new RpcError(
      rpcCodes.signatureVerificationFailure,
      'Transaction signature verification failure',
    )
  return read
}

const invalid = (message: string) => new RpcError(rpcCodes.invalidParams, message)
