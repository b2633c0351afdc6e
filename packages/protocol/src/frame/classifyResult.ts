/**
 * Classifies a wallet's answer: a transaction hash, a signed message, or something else.
 *
 * @source spec 5.7: 0x and 64 hex digits; 0x and at least 62; otherwise an object
 */
export function classifyResult(result: unknown): 'hash' | 'signature' | 'object' {
  if (typeof result !== 'string') return 'object'
  if (/^0x[0-9a-f]{64}$/i.test(result)) return 'hash'
  return /^0x[0-9a-f]{62,}$/i.test(result) ? 'signature' : 'object'
}
