import { invalidParams } from './rpcError.ts'

/**
 * Parses a chain id: `0x`, hex digits, no leading zero.
 *
 * @throws -32602 for anything else.
 */
export function chainNumber(text: unknown): number {
  const number = typeof text === 'string' && /^0x[1-9a-f][0-9a-f]*$/i.test(text) ? Number(text) : 0
  if (!Number.isSafeInteger(number) || number === 0) {
    throw invalidParams(
      `Expected 0x-prefixed, unpadded, non-zero hexadecimal string 'chainId'. Received: ${String(text)}`,
    )
  }
  return number
}
