import type { ChainId } from '@foyer/protocol'

/**
 * The CAIP-2 id of what a wallet calls its network: hex text as EIP-695 says, or the decimal text or number that some
 * wallets answer.
 *
 * @returns undefined when it is none of these, or not between 1 and 2^53 - 1.
 */
export function parseChainId(value: unknown): ChainId | undefined {
  const number =
    typeof value === 'number' ||
    (typeof value === 'string' && /^(0x[0-9a-f]{1,16}|[0-9]{1,16})$/i.test(value))
      ? Number(value)
      : 0
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}
