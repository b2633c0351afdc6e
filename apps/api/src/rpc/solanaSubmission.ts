import { base58, base64 } from '@scure/base'
import type { Submission } from './submission.ts'

/** @source https://solana.com/docs/rpc/http/sendtransaction */
export const solanaSubmission: Submission = {
  method: 'sendTransaction',
  idOf: signatureOf,
  lookUp: (signature) => ({
    method: 'getSignatureStatuses',
    params: JSON.stringify([[signature], { searchTransactionHistory: true }]),
  }),
  isFound: (result) => (JSON.parse(result) as { value?: unknown[] }).value?.[0] != null,
  isRepeat: (error) => /already ?(been )?processed/i.test(error),
}

/** Maximum size of a transaction on the wire. @source https://solana.com/docs/core/transactions */
const maxBytes = 1232
const signatureBytes = 64

/**
 * Reads the first signature of a transaction, which is its id.
 * @source https://solana.com/docs/core/transactions "Transaction format"
 */
function signatureOf(params: string | undefined): string | undefined {
  if (params === undefined) return undefined
  const given: unknown = JSON.parse(params)
  if (!Array.isArray(given)) return undefined
  const [text, options] = given as [unknown, { encoding?: unknown } | null | undefined]
  const encoding = options?.encoding ?? 'base58'
  if (typeof text !== 'string' || text.length > 2 * maxBytes) return undefined
  try {
    const bytes = encoding === 'base64' ? base64.decode(text) : base58.decode(text)
    // A one-byte count, since no transaction has room for 128 signatures.
    const count = bytes[0] ?? 0
    if (count < 1 || bytes.length < 1 + count * signatureBytes) return undefined
    const first = bytes.subarray(1, 1 + signatureBytes)
    return bytes.length > maxBytes || first.every((byte) => byte === 0)
      ? undefined
      : base58.encode(first)
  } catch {
    return undefined
  }
}
