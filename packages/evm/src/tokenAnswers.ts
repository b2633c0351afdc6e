import { cleanText } from '@foyer/protocol'
import { decodeAbiParameters, type Hex, hexToString } from 'viem'

/** Reads a number that a token answered. @returns undefined for any other answer: the contract is not a token. */
export function readNumber(answer: Hex | undefined): bigint | undefined {
  return answer?.length === 66 ? BigInt(answer) : undefined
}

/** Reads a text that a token answered: a `string`, or the 32 bytes of contracts older than that type. */
export function readText(answer: Hex | undefined): string | undefined {
  if (!answer) return undefined
  try {
    const text =
      answer.length === 66
        ? hexToString(answer, { size: 32 })
        : decodeAbiParameters([{ type: 'string' }], answer)[0]
    return cleanText(text, 64) || undefined
  } catch {
    // Untrusted contracts may return anything: this is not text.
    return undefined
  }
}
