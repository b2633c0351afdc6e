import type { Network } from '@foyer/core'

// No RPC URL is named: Bitcoin nodes use REST, not JSON-RPC. `imageId` is the id of an image in @web3icons/core.

/** @source spec 3.10, 9.11, 9.24; https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinMainnet = {
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  assets: { imageId: 'bitcoin' },
} as const satisfies Network

/** @source spec 3.10, 9.11, 9.24; https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinTestnet = {
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
  testnet: true,
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  assets: { imageId: 'bitcoin' },
} as const satisfies Network
