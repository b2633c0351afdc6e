import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as networks from './networks.ts'

const { bitcoinMainnet, bitcoinTestnet } = networks

test('[3.10] [9.11] defines Bitcoin mainnet and testnet with every required field', () => {
  expect(bitcoinMainnet).toEqual({
    id: '000000000019d6689c085ae165831e93',
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
    chainNamespace: 'bip122',
    caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
    assets: { imageId: 'bitcoin' },
  })
  expect(bitcoinTestnet).toEqual({
    ...bitcoinMainnet,
    id: '000000000933ea01ad0ee984209779ba',
    name: 'Bitcoin Testnet',
    blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
    testnet: true,
    caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  })
})

test('[9.24] BTC has 8 decimals', () => {
  for (const { nativeCurrency } of Object.values(networks))
    expect([nativeCurrency.symbol, nativeCurrency.decimals]).toEqual(['BTC', 8])
})

test('uses the start of the genesis hash as id, and has an image', () => {
  for (const { assets, caipNetworkId, id } of Object.values(networks)) {
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(caipNetworkId).toBe(`bip122:${id}`)
    const icons = '../../../node_modules/@web3icons/core/dist/svgs/networks/branded'
    const file = new URL(`${icons}/${assets.imageId}.svg.js`, import.meta.url)
    expect(existsSync(file), file.pathname).toBe(true)
  }
})
