import type { ChainId } from '@foyer/protocol'

/**
 * Converts a wallet's chain id to CAIP-2: hex text (EIP-695), or the decimal text or number of some wallets.
 *
 * @returns undefined if it is none of these, or not between 1 and 2^53 - 1.
 */
export function parseChainId(value: unknown): ChainId | undefined {
  const number =
    typeof value === 'number' ||
    (typeof value === 'string' && /^(0x[0-9a-f]{1,16}|[0-9]{1,16})$/i.test(value))
      ? Number(value)
      : 0
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}
