import { createLog } from '@foyer/server'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { chainConfigs } from '../chains/chainConfig.ts'
import { startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { createCoinGeckoPrices } from './coinGeckoPrices.ts'
import { createPrices } from './prices.ts'

const chainOf = (caipId: string) =>
  v.parse(chainConfigs, [
    {
      caipId,
      name: 'Chain',
      rpcUrls: ['http://127.0.0.1:9'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])[0]!

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const chain = chainOf('eip155:1')

const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

/** Answers in the shape that CoinGecko documents. */
async function coinGecko(status = 200) {
  const urls: string[] = []
  const server = await startUpstream(({ headers }, response) => {
    const url = new URL(response.req.url ?? '', 'http://x')
    urls.push(`${url.pathname}?${url.searchParams} ${headers['x-cg-demo-api-key'] ?? ''}`.trim())
    const currency = url.searchParams.get('vs_currencies') ?? ''
    const body = url.pathname.endsWith('/simple/price')
      ? { ethereum: { [currency]: 3000.5, last_updated_at: 1_700_000_000 } }
      : {
          [usdc.toLowerCase()]: { [currency]: 0.999, last_updated_at: 1_700_000_060 },
          [dai.toLowerCase()]: { [currency]: null },
        }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  open.push(server)
  return { urls, baseUrl: `${server.url}/api/v3` }
}

test('returns the prices of the coin and of tokens, in the requested currency', async () => {
  const { baseUrl, urls } = await coinGecko()
  const prices = await createCoinGeckoPrices({ baseUrl, apiKey: 'a-key' }).getPrices({
    chain,
    assets: ['native', usdc, dai],
    currency: 'eur',
  })
  expect([...prices]).toEqual(
    expect.arrayContaining([
      ['native', { value: 3000.5, at: 1_700_000_000_000 }],
      [usdc, { value: 0.999, at: 1_700_000_060_000 }],
    ]),
  )
  expect(prices.size).toBe(2)
  expect(urls.sort()).toEqual([
    '/api/v3/simple/price?ids=ethereum&vs_currencies=eur&include_last_updated_at=true a-key',
    `/api/v3/simple/token_price/ethereum?contract_addresses=${usdc}%2C${dai}&vs_currencies=eur&include_last_updated_at=true a-key`,
  ])
})

test('is asked in each currency that it knows, and in no other of all words of three letters', async () => {
  const { baseUrl, urls } = await coinGecko()
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const { get } = createPrices({
    log: createLog({ app: 'api', level: 'silent' }),
    providers: [createCoinGeckoPrices({ baseUrl })],
    rpc: { chains: [chain], findChain: () => chain, send: () => Promise.reject(new Error()) },
  })
  for (const word of words) await get(chain, word)
  const asked = urls.map((url) => /vs_currencies=(\w+)/.exec(url)?.[1])
  expect(asked).toEqual(expect.arrayContaining(['eur', 'gbp', 'jpy', 'usd']))
  expect(asked).not.toContain('aaa')
  expect(new Set(asked).size).toBeLessThan(100)
})

test('asks for at most 100 tokens at a time', async () => {
  const { baseUrl, urls } = await coinGecko()
  const assets = Array.from(
    { length: 250 },
    (_, i) => `0x${i.toString(16).padStart(40, '0')}` as const,
  )
  await createCoinGeckoPrices({ baseUrl }).getPrices({ chain, assets, currency: 'usd' })
  expect(urls).toHaveLength(3)
})

test('returns no price for unsupported chains, and makes no request for them', async () => {
  const { baseUrl, urls } = await coinGecko()
  const prices = await createCoinGeckoPrices({ baseUrl }).getPrices({
    chain: chainOf('eip155:31337'),
    assets: ['native'],
    currency: 'usd',
  })
  expect([prices.size, urls.length]).toEqual([0, 0])
})

test('error: rejects when the source answers with an error', async () => {
  const { baseUrl } = await coinGecko(429)
  await expect(
    createCoinGeckoPrices({ baseUrl }).getPrices({ chain, assets: ['native'], currency: 'usd' }),
  ).rejects.toThrow('CoinGecko answered 429')
})
