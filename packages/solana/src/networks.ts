import { defineNetwork } from './defineNetwork.ts'

// Each constant is a pure call, so that a bundler drops unused networks. Public RPC addresses are for development; a
// site in production sets its own, or an api. `imageId` names an image of @web3icons/core.

/** @source spec 3.10, 9.11, 9.24 */
export const solanaMainnet = /*#__PURE__*/ defineNetwork({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: {
    default: {
      http: ['https://solana-rpc.publicnode.com', 'https://api.mainnet-beta.solana.com'],
      isPublic: true,
    },
  },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } },
  assets: { imageId: 'solana' },
})

/** @source spec 3.10, 9.11 */
export const solanaDevnet = /*#__PURE__*/ defineNetwork({
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'], isPublic: true } },
  blockExplorers: {
    default: { name: 'Solana Explorer', url: 'https://explorer.solana.com?cluster=devnet' },
  },
  testnet: true,
  assets: { imageId: 'solana' },
})

/** @source spec 3.10, 9.11 */
export const solanaTestnet = /*#__PURE__*/ defineNetwork({
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'], isPublic: true } },
  blockExplorers: {
    default: { name: 'Solana Explorer', url: 'https://explorer.solana.com?cluster=testnet' },
  },
  testnet: true,
  assets: { imageId: 'solana' },
})

/** The chain of Foyer's devnet, at the default port of a local Solana node. */
export const solanaLocalnet = /*#__PURE__*/ defineNetwork({
  id: '6wV3dpgBTyo1TdahPEoGLL6odJGYSLb6',
  name: 'Solana Localnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
  testnet: true,
  assets: { imageId: 'solana' },
})
