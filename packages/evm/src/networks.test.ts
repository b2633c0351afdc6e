import { existsSync } from 'node:fs'
import type { Network } from '@foyer/core'
import type { Chain } from 'viem'
import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import * as networks from './networks.ts'

const all: Record<string, Network> = networks
const known: Record<string, Chain | undefined> = chains

test('[3.10] has Arbitrum One, Avalanche, Base, Ethereum, OP Mainnet and Polygon with every named field', () => {
  const { arbitrum, avalanche, base, mainnet, optimism, polygon } = networks
  expect([arbitrum, avalanche, base, mainnet, optimism, polygon].map(({ name }) => name)).toEqual([
    'Arbitrum One',
    'Avalanche',
    'Base',
    'Ethereum',
    'OP Mainnet',
    'Polygon',
  ])
  expect(mainnet).toEqual({
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
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:1',
    assets: { imageId: 'ethereum' },
  })
  expect(networks.sepolia.testnet).toBe(true)
})

test('[9.11] has every EVM network that the product lists', () => {
  const listed = [
    ['Ethereum', 1, 11_155_111, 560_048],
    ['Optimism', 10],
    ['Arbitrum', 42_161],
    ['Polygon', 137],
    ['Celo', 42_220],
    ['Aurora', 1_313_161_554],
    ['BNB', 56],
    ['Avalanche', 43_114],
    ['zkSync', 324],
    ['Gnosis', 100],
    ['Base', 8_453],
    ['Zora', 7_777_777],
  ].flatMap(([, ...ids]) => ids)
  expect(Object.values(all).map(({ id }) => id)).toEqual(expect.arrayContaining(listed))
})

test('[9.24] ETH, AVAX and POL have 18 decimals', () => {
  const decimals = (symbol: string) =>
    new Set(
      Object.values(all)
        .filter(({ nativeCurrency }) => nativeCurrency.symbol === symbol)
        .map(({ nativeCurrency }) => nativeCurrency.decimals),
    )
  expect(decimals('ETH')).toEqual(new Set([18]))
  expect(decimals('AVAX')).toEqual(new Set([18]))
  expect(decimals('POL')).toEqual(new Set([18]))
})

test('has every chain that supports swaps', () => {
  const ids = Object.values(all).map(({ id }) => id)
  for (const id of [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554])
    expect(ids).toContain(id)
})

test.each(Object.entries(all))('defines %s like viem', (key, network) => {
  const chain = known[key] as Chain
  const { id, name, nativeCurrency, testnet = false } = network
  expect({ id, name, nativeCurrency, testnet }).toEqual({
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    testnet: chain.testnet ?? false,
  })
  expect(network.caipNetworkId).toBe(`eip155:${chain.id}`)
  expect(network.chainNamespace).toBe('eip155')
  // viem's explorer for aurora is closed.
  if (key !== 'aurora')
    expect(network.blockExplorers?.default.url).toBe(
      chain.blockExplorers?.default.url.replace(/\/$/, ''),
    )
})

test.each(Object.entries(all))('gives %s https addresses and an image', (_, network) => {
  const explorer = network.blockExplorers?.default.url as string
  for (const url of [...network.rpcUrls.default.http, explorer]) {
    expect(new URL(url).protocol).toBe('https:')
    expect(url).not.toMatch(/\/$/)
  }
  const icons = '../../../node_modules/@web3icons/core/dist/svgs/networks/branded'
  const file = new URL(`${icons}/${network.assets?.imageId}.svg.js`, import.meta.url)
  expect(existsSync(file), file.pathname).toBe(true)
})

test('has each id once', () => {
  const ids = Object.values(all).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
