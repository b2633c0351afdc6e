import type { Boot } from '../../boot.ts'

type Network = Boot['networks'][number]

const evm = (chainId: number, name: string, explorerUrl: string, symbol = 'ETH'): Network => ({
  id: `eip155:${chainId}`,
  name,
  symbol,
  decimals: 18,
  explorerUrl,
})
const solana = (genesis: string, name: string): Network => ({
  id: `solana:${genesis}`,
  name,
  symbol: 'SOL',
  decimals: 9,
  explorerUrl: 'https://explorer.solana.com',
})

/** The product's chains, as approval screens name them; the same as the adapters have. */
const builtIn: Boot['networks'] = [
  evm(1, 'Ethereum', 'https://etherscan.io'),
  evm(10, 'OP Mainnet', 'https://optimistic.etherscan.io'),
  evm(56, 'BNB Smart Chain', 'https://bscscan.com', 'BNB'),
  evm(100, 'Gnosis', 'https://gnosisscan.io', 'XDAI'),
  evm(137, 'Polygon', 'https://polygonscan.com', 'POL'),
  evm(250, 'Fantom', 'https://ftmscan.com', 'FTM'),
  evm(324, 'ZKsync Era', 'https://explorer.zksync.io'),
  evm(8217, 'Kaia', 'https://kaiascan.io', 'KAIA'),
  evm(8453, 'Base', 'https://basescan.org'),
  evm(42_161, 'Arbitrum One', 'https://arbiscan.io'),
  evm(42_220, 'Celo', 'https://celoscan.io', 'CELO'),
  evm(43_113, 'Avalanche Fuji', 'https://testnet.snowtrace.io', 'AVAX'),
  evm(43_114, 'Avalanche', 'https://snowtrace.io', 'AVAX'),
  evm(80_002, 'Polygon Amoy', 'https://amoy.polygonscan.com', 'POL'),
  evm(84_532, 'Base Sepolia', 'https://sepolia.basescan.org'),
  evm(421_614, 'Arbitrum Sepolia', 'https://sepolia.arbiscan.io'),
  evm(560_048, 'Hoodi', 'https://hoodi.etherscan.io'),
  evm(7_777_777, 'Zora', 'https://explorer.zora.energy'),
  evm(11_155_111, 'Sepolia', 'https://sepolia.etherscan.io'),
  evm(11_155_420, 'OP Sepolia', 'https://optimism-sepolia.blockscout.com'),
  evm(1_313_161_554, 'Aurora', 'https://explorer.aurora.dev'),
  solana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
  solana('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'),
  solana('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet'),
]

/**
 * The operator's own chains before the product's; with the same id the operator's wins. Each with the code of its smart accounts.
 *
 * @param isSponsored - The operator may pay the gas of smart accounts.
 * @param bundled - Networks for which the operator has a bundler.
 */
export const networksWith = (
  own: Boot['networks'],
  smartAccounts: Readonly<Record<string, string>> = {},
  isSponsored = false,
  bundled: readonly string[] = [],
): Boot['networks'] =>
  [...own, ...builtIn.filter(({ id }) => !own.some((network) => network.id === id))].map(
    (network) =>
      Object.hasOwn(smartAccounts, network.id)
        ? {
            ...{ ...network, smartAccount: smartAccounts[network.id], isSponsored },
            ...(bundled.includes(network.id) && { hasBundler: true }),
          }
        : network,
  )
