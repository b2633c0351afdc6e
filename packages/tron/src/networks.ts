import type { Network } from '@foyer/core'

// `imageId` is the id of an image in @web3icons/core.

/** @source spec 3.10, 9.11, 9.24; https://namespaces.chainagnostic.org/tron/caip2 */
export const tronMainnet = {
  id: '0x2b6653dc',
  name: 'Tron',
  nativeCurrency: { name: 'TRON', symbol: 'TRX', decimals: 6 },
  rpcUrls: { default: { http: ['https://api.trongrid.io/jsonrpc'], isPublic: true } },
  blockExplorers: { default: { name: 'TRONSCAN', url: 'https://tronscan.org/#' } },
  chainNamespace: 'tron',
  caipNetworkId: 'tron:0x2b6653dc',
  assets: { imageId: 'tron' },
} as const satisfies Network
