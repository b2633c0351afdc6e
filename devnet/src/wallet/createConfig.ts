import type * as v from 'valibot'
import { devnetAccounts } from '../evm/accounts.ts'
import { devnetChains, foyerDevnet } from '../evm/chains.ts'
import { solanaDevnet } from '../solana/cluster.ts'
import { solanaAccounts } from '../solana/solanaAccounts.ts'
import type { WalletConfig, walletQuery } from './config.ts'
import { walletIcon } from './icon.ts'
import type { ServedChain, ServedSolana } from './servedNetworks.ts'

/**
 * Builds the config for a script from the site's options and the available networks.
 *
 * @returns undefined if the site wants EVM chains and there are none.
 */
export function createConfig(
  query: v.InferOutput<typeof walletQuery>,
  { chains, solana, walletOrigin }: createConfig.Options,
): WalletConfig | undefined {
  // The second chain is omitted, so that tests can add it.
  const evmChains = chains
    .filter((chain) => chain.chainId === foyerDevnet.id)
    .map(({ chainId: id, url: rpcUrl }) => {
      const known = devnetChains.find((chain) => chain.id === id)!
      return { id, rpcUrl, name: known.name, symbol: known.nativeCurrency.symbol }
    })
  const served = [
    ...(evmChains.length > 0 ? (['eip155'] as const) : []),
    ...(solana ? (['solana'] as const) : []),
  ]
  const namespaces = query.namespaces ?? served
  if (namespaces.includes('eip155') && evmChains.length === 0) return undefined
  return {
    ...query,
    namespaces,
    walletOrigin,
    accounts: devnetAccounts.map(({ address }) => address),
    icon: `data:image/svg+xml;base64,${btoa(walletIcon(query.rdns))}`,
    chains: evmChains,
    solana: {
      networks: [
        {
          id: solanaDevnet.standardId,
          name: solanaDevnet.name,
          ...(solana && { rpcUrl: solana.url }),
        },
        { id: 'solana:mainnet', name: 'Solana' },
        { id: 'solana:devnet', name: 'Solana Devnet' },
        { id: 'solana:testnet', name: 'Solana Testnet' },
      ],
      accounts: solanaAccounts.map(({ address, name }) => ({ address, name })),
    },
  }
}

export declare namespace createConfig {
  type Options = {
    chains: readonly ServedChain[]
    solana: ServedSolana | undefined
    /** Origin of the approval window. */
    walletOrigin: string
  }
}
