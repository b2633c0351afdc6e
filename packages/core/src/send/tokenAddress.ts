import type { ChainId } from '@foyer/protocol'

/** Returns a token's address without its network: balances name it by its CAIP-10 id, and other networks have other tokens. */
export function tokenAddress(token: string | undefined, chainId: ChainId): string | undefined {
  return token?.replace(`${chainId}:`, '')
}
