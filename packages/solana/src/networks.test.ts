import { existsSync } from 'node:fs'
import type { Network } from '@foyer/core'
import { solanaDevnet as local } from '@foyer/devnet'
import { expect, test } from 'vitest'
import * as networks from './networks.ts'

const all: Record<string, Network> = networks
const { solanaDevnet, solanaLocalnet, solanaMainnet, solanaTestnet } = networks

test('[3.10] [9.11] has Solana mainnet, devnet and testnet with every named field', () => {
  expect(solanaMainnet).toEqual({
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
    chainNamespace: 'solana',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    assets: { imageId: 'solana' },
  })
  expect([solanaDevnet, solanaTestnet].map(({ caipNetworkId }) => caipNetworkId)).toEqual([
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ])
  expect([solanaDevnet, solanaTestnet].map(({ testnet }) => testnet)).toEqual([true, true])
})

test('has the chain of the devnet', () => {
  expect(solanaLocalnet.caipNetworkId).toBe(local.caipId)
  expect(solanaLocalnet.rpcUrls.default.http).toEqual(['http://127.0.0.1:8899'])
})

test('[9.24] SOL has 9 decimals', () => {
  for (const { nativeCurrency } of Object.values(all))
    expect([nativeCurrency.symbol, nativeCurrency.decimals]).toEqual(['SOL', 9])
})

test.each(Object.entries(all))('gives %s valid addresses and an image', (name, network) => {
  const explorer = network.blockExplorers?.default.url
  for (const url of [...network.rpcUrls.default.http, ...(explorer ? [explorer] : [])]) {
    if (name !== 'solanaLocalnet') expect(new URL(url).protocol).toBe('https:')
    expect(url).not.toMatch(/\/$/)
  }
  const icons = '../../../node_modules/@web3icons/core/dist/svgs/networks/branded'
  const file = new URL(`${icons}/${network.assets?.imageId}.svg.js`, import.meta.url)
  expect(existsSync(file), file.pathname).toBe(true)
})

test('selects the cluster in the explorer address of a test network', () => {
  for (const [network, cluster] of [
    [solanaDevnet, 'devnet'],
    [solanaTestnet, 'testnet'],
  ] as const)
    expect(new URL(network.blockExplorers.default.url).searchParams.get('cluster')).toBe(cluster)
})

test('has each id once', () => {
  const ids = Object.values(all).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every cluster but the local one marks its addresses as public', () => {
  for (const { name, rpcUrls } of [solanaMainnet, solanaDevnet, solanaTestnet])
    expect(rpcUrls.default, name).toMatchObject({ isPublic: true })
})
