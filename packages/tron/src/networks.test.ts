import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tronMainnet } from './networks.ts'

test('[3.10] [9.11] defines Tron with every required field', () => {
  expect(tronMainnet).toEqual({
    id: '0x2b6653dc',
    name: 'Tron',
    nativeCurrency: { name: 'TRON', symbol: 'TRX', decimals: 6 },
    rpcUrls: { default: { http: ['https://api.trongrid.io/jsonrpc'], isPublic: true } },
    blockExplorers: { default: { name: 'TRONSCAN', url: 'https://tronscan.org/#' } },
    chainNamespace: 'tron',
    caipNetworkId: 'tron:0x2b6653dc',
    assets: { imageId: 'tron' },
  })
})

test('[9.24] TRX has 6 decimals', () => {
  const { decimals, symbol } = tronMainnet.nativeCurrency
  expect([symbol, decimals]).toEqual(['TRX', 6])
})

test('has an image', () => {
  const icons = '../../../node_modules/@web3icons/core/dist/svgs/networks/branded'
  const file = new URL(`${icons}/${tronMainnet.assets.imageId}.svg.js`, import.meta.url)
  expect(existsSync(file), file.pathname).toBe(true)
})
