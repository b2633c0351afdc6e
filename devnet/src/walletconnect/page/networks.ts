import { devnetAccounts } from '../../evm/accounts.ts'
import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import type { WalletChain } from '../../wallet/config.ts'
import type { SolanaNetwork } from '../../wallet/solanaNetwork.ts'
import type { PhoneConfig } from '../phoneConfig.ts'

/** A namespace in which the wallet has accounts. */
export type Family = 'eip155' | 'solana'

/** Message for a network that the wallet can not reach. */
export const signsOnly = 'signs only'

/** Names of public networks; the wallet signs for them but calls none of them. */
const publicNames: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana Devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
}

/** The Wallet Standard's names of the clusters, for the approval screens. */
const clusters: Readonly<Record<string, SolanaNetwork['id']>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The namespace of a CAIP-2 id; undefined if the wallet has no accounts in it. */
export function familyOf(chainId: string): Family | undefined {
  const [family] = chainId.split(':')
  return family === 'eip155' || family === 'solana' ? family : undefined
}

/** The addresses of a namespace, by account index. */
export const addressesOf = (family: Family): readonly string[] =>
  (family === 'eip155' ? devnetAccounts : solanaAccounts).map(({ address }) => address)

/** Finds an account by its address. @returns Its index; -1 if the wallet does not have it. */
export const accountIndex = (family: Family, address: string): number =>
  addressesOf(family).findIndex((own) =>
    family === 'eip155' ? own.toLowerCase() === address.toLowerCase() : own === address,
  )

/** True if the wallet can reach the network. */
export const isServed = ({ chains, solana }: PhoneConfig, chainId: string): boolean =>
  solana?.caipId === chainId || chains.some(({ id }) => `eip155:${id}` === chainId)

/** Returns a network's name, or its id if it is unknown. */
export function networkName(config: PhoneConfig, chainId: string): string {
  const { chains, solana } = config
  if (solana?.caipId === chainId) return solana.name
  const chain = chains.find(({ id }) => `eip155:${id}` === chainId)
  return chain?.name ?? publicNames[chainId] ?? chainId
}

/** Returns an EVM network for the screens; undefined if the wallet can not reach it. */
export const evmNetwork = ({ chains }: PhoneConfig, chainId: string): WalletChain | undefined =>
  chains.find(({ id }) => `eip155:${id}` === chainId)

/** Returns a Solana network for the screens. */
export function solanaNetwork(config: PhoneConfig, chainId: string): SolanaNetwork {
  const { solana } = config
  return {
    id: clusters[chainId] ?? 'solana:localnet',
    name: networkName(config, chainId),
    ...(solana?.caipId === chainId && { rpcUrl: solana.rpcUrl }),
  }
}
