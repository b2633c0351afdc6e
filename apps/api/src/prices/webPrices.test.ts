import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { chainConfigs } from '../chains/chainConfig.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { createDefiLlamaPrices } from './defiLlamaPrices.ts'
import { createPythPrices } from './pythPrices.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ethUsd = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace'
const usdcUsd = 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a'
const [chain] = v.parse(chainConfigs, [
  {
    caipId: 'eip155:1',
    name: 'Chain',
    rpcUrls: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    pyth: [
      { token: 'native', id: `0x${ethUsd}` },
      { token: usdc, id: usdcUsd },
    ],
  },
])

/** A server that answers everything with one text. */
async function serve(body: unknown, status = 200) {
  const urls: string[] = []
  const server = await startUpstream((_, response) => {
    urls.push(response.req.url ?? '')
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  onTestFinished(() => server.stop())
  return { urls, baseUrl: server.url }
}
const ask = { chain: chain!, assets: ['native', usdc], currency: 'usd' } as const

test('Pyth: reads price and moment of the operator’s feeds, and drops one with much doubt', async () => {
  const { baseUrl, urls } = await serve({
    binary: { encoding: 'hex', data: [] },
    parsed: [
      {
        id: ethUsd,
        price: { price: '184136023127', conf: '177166324', expo: -8, publish_time: 1692110601 },
      },
      {
        id: usdcUsd,
        price: { price: '99990000', conf: '1000000', expo: -8, publish_time: 1692110601 },
      },
    ],
  })
  const found = await createPythPrices({ baseUrl }).getPrices(ask)
  expect([...found]).toEqual([['native', { value: 184136023127e-8, at: 1692110601000 }]])
  expect(urls).toEqual([
    `/v2/updates/price/latest?ids%5B%5D=0x${ethUsd}&ids%5B%5D=${usdcUsd}&parsed=true`,
  ])
})

test('DefiLlama: reads price and moment by address, and drops one with little confidence', async () => {
  const { baseUrl, urls } = await serve({
    coins: {
      'coingecko:ethereum': { symbol: 'ETH', price: 3000, timestamp: 1700000000, confidence: 0.99 },
      [`ethereum:${usdc}`]: { symbol: 'USDC', price: 1, timestamp: 1700000000, confidence: 0.5 },
    },
  })
  const found = await createDefiLlamaPrices({ baseUrl }).getPrices(ask)
  expect([...found]).toEqual([['native', { value: 3000, at: 1700000000000 }]])
  expect(urls).toEqual([`/prices/current/coingecko%3Aethereum,ethereum%3A${usdc}`])
})

test('no request is made for another currency', async () => {
  const { baseUrl, urls } = await serve({})
  for (const source of [createPythPrices({ baseUrl }), createDefiLlamaPrices({ baseUrl })])
    expect((await source.getPrices({ ...ask, currency: 'eur' })).size).toBe(0)
  expect(urls).toEqual([])
})

test.each([
  ['an error status', {}, 500, 'answered 500'],
  ['another shape', { coins: 5, parsed: {} }, 200, 'Invalid'],
  ['no JSON', '<html>', 200, 'JSON'],
  ['a long answer', 'x'.repeat(1_048_577), 200, 'longer than'],
])('error: rejects for %s', async (_, body, status, message) => {
  const { baseUrl } = await serve(body, status)
  for (const source of [createPythPrices({ baseUrl }), createDefiLlamaPrices({ baseUrl })])
    await expect(source.getPrices(ask)).rejects.toThrow(message)
})

test('error: follows no redirect', async () => {
  const target = await serve({ coins: {} })
  const server = await startUpstream((_, response) => {
    response.writeHead(302, { Location: `${target.baseUrl}/x` }).end()
  })
  onTestFinished(() => server.stop())
  await expect(createDefiLlamaPrices({ baseUrl: server.url }).getPrices(ask)).rejects.toThrow()
  expect(target.urls).toEqual([])
})
