import type { ChainId } from '@foyer/protocol'

/** Clusters by the name that the Wallet Standard gives them. @source https://github.com/anza-xyz/wallet-standard */
const clusters = [
  ['solana:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['solana:testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['solana:localnet', 'solana:6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6'],
] as const satisfies readonly (readonly [string, ChainId])[]

/** The CAIP-2 id of what a wallet calls a chain; a wallet may name one that has no name in the standard by its id. */
export function toChainId(standardChain: string): ChainId | undefined {
  const named = clusters.find(([name]) => name === standardChain)?.[1]
  if (named) return named
  return /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(standardChain)
    ? (standardChain as ChainId)
    : undefined
}

/** What wallets call the chain of a CAIP-2 id: its name in the standard, else the id itself. */
export function toStandardChain(chainId: ChainId): `${string}:${string}` {
  return clusters.find(([, id]) => id === chainId)?.[0] ?? chainId
}
