import { devnetAccounts } from '../../evm/accounts.ts'
import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import type { WalletChain } from '../../wallet/config.ts'
import type { SolanaNetwork } from '../../wallet/solanaNetwork.ts'
import type { PhoneConfig } from '../phoneConfig.ts'

/** A chain family the wallet has accounts in. */
export type Family = 'eip155' | 'solana'

/** What the wallet says of a network it can not reach. */
export const signsOnly = 'signs only'

/** Public networks by name; the wallet signs for them and asks none of them. */
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

/** As the Wallet Standard names the clusters, for the screens of the development wallet. */
const clusters: Readonly<Record<string, SolanaNetwork['id']>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The family of a CAIP-2 id; nothing for one the wallet has no accounts in. */
export function familyOf(chainId: string): Family | undefined {
  const [family] = chainId.split(':')
  return family === 'eip155' || family === 'solana' ? family : undefined
}

/** The addresses of a family, by account index. */
export const addressesOf = (family: Family): readonly string[] =>
  (family === 'eip155' ? devnetAccounts : solanaAccounts).map(({ address }) => address)

/** Finds an account by its address. @returns Its index; -1 when it is none of the wallet's. */
export const accountIndex = (family: Family, address: string): number =>
  addressesOf(family).findIndex((own) =>
    family === 'eip155' ? own.toLowerCase() === address.toLowerCase() : own === address,
  )

/** Whether the wallet can reach a network. */
export const isServed = ({ chains, solana }: PhoneConfig, chainId: string): boolean =>
  solana?.caipId === chainId || chains.some(({ id }) => `eip155:${id}` === chainId)

/** A network's name; its id where the wallet knows none. */
export function networkName(config: PhoneConfig, chainId: string): string {
  const { chains, solana } = config
  if (solana?.caipId === chainId) return solana.name
  const chain = chains.find(({ id }) => `eip155:${id}` === chainId)
  return chain?.name ?? publicNames[chainId] ?? chainId
}

/** An EVM network as the screens want it; nothing for one that the wallet can not reach. */
export const evmNetwork = ({ chains }: PhoneConfig, chainId: string): WalletChain | undefined =>
  chains.find(({ id }) => `eip155:${id}` === chainId)

/** A Solana network as the screens want it. */
export function solanaNetwork(config: PhoneConfig, chainId: string): SolanaNetwork {
  const { solana } = config
  return {
    id: clusters[chainId] ?? 'solana:localnet',
    name: networkName(config, chainId),
    ...(solana?.caipId === chainId && { rpcUrl: solana.rpcUrl }),
  }
}
