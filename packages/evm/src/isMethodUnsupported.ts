import { levelMatches, someLevel } from './errorLevels.ts'

const words = {
  codes: [4200, -32601, -32004],
  text: /\bmethod\b.{0,80}\b(not (supported|implemented|found|available|exist)|unsupported|unknown)|\b(unsupported|unknown|invalid) method|does not (support|exist)|not (supported|implemented)/i,
}

/**
 * True if a wallet reports an unknown method, by number or by message.
 *
 * @source https://eips.ethereum.org/EIPS/eip-1193#provider-errors; https://eips.ethereum.org/EIPS/eip-1474
 */
export function isMethodUnsupported(thrown: unknown): boolean {
  return someLevel(thrown, (level) => levelMatches(level, words))
}
