import { defineNetwork } from './defineNetwork.ts'

// Each constant is a pure call, so that a bundler drops unused networks. Public RPC addresses are for development; a
// site in production sets its own, or an api. `imageId` names an image of @web3icons/core.

/** @source spec 3.10, 9.11 */
export const mainnet = /*#__PURE__*/ defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
  assets: { imageId: 'ethereum' },
})

/** @source spec 3.10, 9.11 */
export const sepolia = /*#__PURE__*/ defineNetwork({
  id: 11_155_111,
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  testnet: true,
  assets: { imageId: 'ethereum' },
})

/** @source spec 3.10, 9.11 */
export const hoodi = /*#__PURE__*/ defineNetwork({
  id: 560_048,
  name: 'Hoodi',
  nativeCurrency: { name: 'Hoodi Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://rpc.hoodi.ethpandaops.io', 'https://ethereum-hoodi-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://hoodi.etherscan.io' } },
  testnet: true,
  assets: { imageId: 'ethereum' },
})

/** @source spec 3.10, 9.11 */
export const optimism = /*#__PURE__*/ defineNetwork({
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: {
    default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
  },
  assets: { imageId: 'optimism' },
})

/** @source spec 3.10, 9.11 */
export const optimismSepolia = /*#__PURE__*/ defineNetwork({
  id: 11_155_420,
  name: 'OP Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia.optimism.io'], isPublic: true } },
  blockExplorers: {
    default: { name: 'Blockscout', url: 'https://optimism-sepolia.blockscout.com' },
  },
  testnet: true,
  assets: { imageId: 'optimism' },
})

/** @source spec 3.10, 9.11 */
export const arbitrum = /*#__PURE__*/ defineNetwork({
  id: 42_161,
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
  assets: { imageId: 'arbitrum-one' },
})

/** @source spec 3.10, 9.11 */
export const arbitrumSepolia = /*#__PURE__*/ defineNetwork({
  id: 421_614,
  name: 'Arbitrum Sepolia',
  nativeCurrency: { name: 'Arbitrum Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia-rollup.arbitrum.io/rpc'], isPublic: true } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://sepolia.arbiscan.io' } },
  testnet: true,
  assets: { imageId: 'arbitrum-one' },
})

/** @source spec 3.10, 9.11 */
export const polygon = /*#__PURE__*/ defineNetwork({
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
  assets: { imageId: 'polygon' },
})

/** @source spec 3.10, 9.11 */
export const polygonAmoy = /*#__PURE__*/ defineNetwork({
  id: 80_002,
  name: 'Polygon Amoy',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://polygon-amoy-bor-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://amoy.polygonscan.com' } },
  testnet: true,
  assets: { imageId: 'polygon' },
})

/** @source spec 3.10, 9.11 */
export const celo = /*#__PURE__*/ defineNetwork({
  id: 42_220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrls: { default: { http: ['https://forno.celo.org'], isPublic: true } },
  blockExplorers: { default: { name: 'Celo Explorer', url: 'https://celoscan.io' } },
  assets: { imageId: 'celo' },
})

/** @source spec 3.10, 9.11 */
export const aurora = /*#__PURE__*/ defineNetwork({
  id: 1_313_161_554,
  name: 'Aurora',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.aurora.dev'], isPublic: true } },
  blockExplorers: { default: { name: 'Aurora Explorer', url: 'https://explorer.aurora.dev' } },
  assets: { imageId: 'aurora' },
})

/** @source spec 3.10, 9.11 */
export const bsc = /*#__PURE__*/ defineNetwork({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://bsc-dataseed.bnbchain.org', 'https://bsc-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  assets: { imageId: 'binance-smart-chain' },
})

/** @source spec 3.10, 9.11 */
export const avalanche = /*#__PURE__*/ defineNetwork({
  id: 43_114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: {
    default: {
      http: [
        'https://api.avax.network/ext/bc/C/rpc',
        'https://avalanche-c-chain-rpc.publicnode.com',
      ],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
  assets: { imageId: 'avalanche' },
})

/** @source spec 3.10, 9.11 */
export const avalancheFuji = /*#__PURE__*/ defineNetwork({
  id: 43_113,
  name: 'Avalanche Fuji',
  nativeCurrency: { name: 'Avalanche Fuji', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.avax-test.network/ext/bc/C/rpc'], isPublic: true } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://testnet.snowtrace.io' } },
  testnet: true,
  assets: { imageId: 'avalanche' },
})

/** @source spec 3.10, 9.11 */
export const zksync = /*#__PURE__*/ defineNetwork({
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'], isPublic: true } },
  blockExplorers: { default: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' } },
  assets: { imageId: 'zksync' },
})

/** @source spec 3.10, 9.11 */
export const gnosis = /*#__PURE__*/ defineNetwork({
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Gnosisscan', url: 'https://gnosisscan.io' } },
  assets: { imageId: 'gnosis' },
})

/** @source spec 3.10, 9.11 */
export const base = /*#__PURE__*/ defineNetwork({
  id: 8_453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {
    default: {
      http: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
  assets: { imageId: 'base' },
})

/** @source spec 3.10, 9.11 */
export const baseSepolia = /*#__PURE__*/ defineNetwork({
  id: 84_532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia.base.org'], isPublic: true } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  testnet: true,
  assets: { imageId: 'base' },
})

/** @source spec 3.10, 9.11 */
export const zora = /*#__PURE__*/ defineNetwork({
  id: 7_777_777,
  name: 'Zora',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.zora.energy'], isPublic: true } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.zora.energy' } },
  assets: { imageId: 'zora' },
})

/** @source spec 3.10, 9.11 */
export const fantom = /*#__PURE__*/ defineNetwork({
  id: 250,
  name: 'Fantom',
  nativeCurrency: { name: 'Fantom', symbol: 'FTM', decimals: 18 },
  rpcUrls: {
    default: { http: ['https://rpcapi.fantom.network', 'https://fantom.drpc.org'], isPublic: true },
  },
  blockExplorers: { default: { name: 'FTMScan', url: 'https://ftmscan.com' } },
  assets: { imageId: 'fantom' },
})

/** @source spec 3.10, 9.11 */
export const kaia = /*#__PURE__*/ defineNetwork({
  id: 8_217,
  name: 'Kaia',
  nativeCurrency: { name: 'Kaia', symbol: 'KAIA', decimals: 18 },
  rpcUrls: { default: { http: ['https://public-en.node.kaia.io'], isPublic: true } },
  blockExplorers: { default: { name: 'KaiaScan', url: 'https://kaiascan.io' } },
  assets: { imageId: 'kaia' },
})
