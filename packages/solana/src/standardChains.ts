import type { ChainId } from '@foyer/protocol'

/** Clusters by their Wallet Standard name. @source https://github.com/anza-xyz/wallet-standard */
const clusters = [
  ['solana:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['solana:testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['solana:localnet', 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6'],
] as const satisfies readonly (readonly [string, ChainId])[]

/** Converts a wallet's chain to CAIP-2; chains without a standard name are given by id. */
export function toChainId(standardChain: string): ChainId | undefined {
  const named = clusters.find(([name]) => name === standardChain)?.[1]
  if (named) return named
  return /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(standardChain)
    ? (standardChain as ChainId)
    : undefined
}

/** Converts a CAIP-2 id to the wallets' name: that of the standard, else the id itself. */
export function toStandardChain(chainId: ChainId): `${string}:${string}` {
  return clusters.find(([, id]) => id === chainId)?.[0] ?? chainId
}
