import {
  type CompiledTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { convertError } from '../convertError.ts'

/** Largest transaction in bytes. @source https://solana.com/docs/core/transactions */
const maxBytes = 1232

/** A parsed transaction of one signer. */
export type ReadTransaction = {
  readonly message: CompiledTransactionMessage & { readonly version: 'legacy' | 0 }
  /** Base64 of what is signed. */
  readonly messageText: string
}

/**
 * Parses a transaction that only its user signs, and pays for.
 *
 * @param text - base64
 * @throws HttpError 502 `swap-refused` for any other one
 */
export function readTransaction(text: string, user: string): ReadTransaction {
  try {
    const bytes = getBase64Encoder().encode(text)
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const isOwn =
      bytes.length <= maxBytes &&
      Object.keys(signatures).join() === user &&
      message.header.numSignerAccounts === 1 &&
      message.staticAccounts[0] === user &&
      (message.version === 'legacy' || message.version === 0)
    if (isOwn)
      return {
        message: message as ReadTransaction['message'],
        messageText: Buffer.from(messageBytes).toString('base64'),
      }
  } catch (cause) {
    throw convertError('swap-refused', { cause })
  }
  throw convertError('swap-refused', { cause: 'Somebody else signs or pays' })
}
