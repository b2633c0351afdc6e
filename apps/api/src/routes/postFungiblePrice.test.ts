import { compileOnce, devnetAddresses } from '@foyer/devnet'
import { postFungiblePrice } from '@foyer/protocol/api'
import { createLog } from '@foyer/server'
import * as v from 'valibot'
import { type Address, encodeFunctionData, getContractAddress, hexToNumber, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmChainConfig } from '../chains/chainConfig.ts'
import { chainConfigs } from '../chains/chainConfig.ts'
import { createMetrics } from '../metrics.ts'
import { createChainlinkPrices } from '../prices/chainlinkPrices.ts'
import { createPoolPrices } from '../prices/poolPrices.ts'
import type { PriceProvider } from '../prices/priceProvider.ts'
import { createChainRpc } from '../rpc/chainRpc.ts'
import { askChain, sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { alice, ids, startSwapWorld, swapChain } from '../swap/swapWorld.test.kit.ts'

const { usdc } = devnetAddresses
let world: Awaited<ReturnType<typeof startSwapWorld>>
let feed: Address
beforeAll(async () => {
  world = await startSwapWorld()
  const { url } = world.anvil
  const nonce = await askChain<`0x${string}`>(url, 'eth_getTransactionCount', [alice, 'latest'])
  feed = getContractAddress({ from: alice, nonce: BigInt(hexToNumber(nonce)) })
  await askChain(url, 'eth_sendTransaction', [
    { from: alice, data: await compileOnce('PriceFeed'), gas: '0x2dc6c0' },
  ])
  await askChain(url, 'evm_mine', [])
})
afterAll(() => world.stop())

/** The chain's real parts: its pools, and the feed for the coin. */
async function price(
  addresses: string[],
  {
    answer,
    ageSeconds = 0,
    failing,
  }: {
    answer: number
    ageSeconds?: number
    failing?: PriceProvider[]
  },
) {
  const now = Date.now()
  await sendFrom(world.anvil.url, {
    ...{ from: alice, to: feed },
    data: encodeFunctionData({
      abi: parseAbi(['function set(int256 answer, uint256 updatedAt)']),
      args: [BigInt(Math.round(answer * 1e8)), BigInt(Math.floor(now / 1000) - ageSeconds)],
    }),
  })
  const chain: EvmChainConfig = swapChain(world.anvil.url, {
    chainlink: [{ token: 'native', feed }],
  })
  const rpc = createChainRpc({
    chains: v.parse(chainConfigs, [chain]),
    log: createLog({ app: 'api', level: 'silent' }),
    metrics: createMetrics(),
  })
  const api = await world.createApi({
    chains: [chain],
    priceProviders: failing ?? [createPoolPrices(rpc), createChainlinkPrices(rpc)],
  })
  return world.ask(api, '/v1/fungible/price', { addresses })
}
const parse = ({ body, status }: { body: unknown; status: number }) => {
  expect(status).toBe(200)
  return v.parse(postFungiblePrice.response, body).fungibles
}

test('[7.36] returns one entry for each known token, with price, source and moment', async () => {
  const unknown = `eip155:31337:${alice}`
  const found = parse(await price([ids.usdc, ids.eth, unknown, ids.point], { answer: 3000 }))
  expect(found.map(({ address, symbol }) => [address, symbol])).toEqual([
    [ids.usdc, 'USDC'],
    [ids.eth, 'ETH'],
    [ids.point, 'POINT'],
  ])
  const [dollar, ether, point] = found
  expect(dollar).toMatchObject({
    price: 1,
    decimals: 6,
    name: 'USD Coin',
    pricing: { source: 'pools' },
  })
  expect(dollar!.iconUrl).toContain('/public/getTokenImage/USDC?')
  expect(ether!.price).toBeCloseTo(3000, -1)
  expect(ether!.pricing).toMatchObject({ source: 'pools', value: ether!.price })
  expect(Date.now() - Date.parse(ether!.pricing!.at)).toBeLessThan(600_000)
  expect([point!.price, point!.pricing, point!.withheld]).toEqual([undefined, undefined, undefined])
})

test('shows no value when pools and feed differ by more than 5 %, and tells both', async () => {
  const [ether, dollar] = parse(await price([ids.eth, ids.usdc], { answer: 2000 }))
  expect([ether!.price, ether!.pricing]).toEqual([undefined, undefined])
  expect(ether!.withheld).toMatchObject({
    reason: 'sources-differ',
    prices: [{ source: 'pools' }, { source: 'chainlink', value: 2000 }],
  })
  // A price that no other source contradicts is shown.
  expect(dollar!.price).toBe(1)
})

test('ignores a feed that was not written for more than a day', async () => {
  const [ether] = parse(await price([ids.eth], { answer: 2000, ageSeconds: 25 * 3600 + 60 }))
  expect(ether!.pricing?.source).toBe('pools')
})

test('error: says that no source answers, instead of an empty list', async () => {
  const broken: PriceProvider = {
    ...{ name: 'broken', maxAgeMs: 1 },
    getPrices: async () => {
      throw new Error('out of order')
    },
  }
  const { body, status } = await price([ids.usdc], { answer: 1, failing: [broken] })
  expect([status, body.error.code]).toEqual([502, 'http-failed'])
  expect(JSON.stringify(body)).not.toContain('out of order')
})

test.each([
  [[`eip155:999:${usdc}`], 'chain-unsupported'],
  [['eip155:31337:0x12'], 'address-invalid'],
  [[], 'params-invalid'],
])('error: %j', async (addresses, code) => {
  const { body, status } = await world.ask(world.api, '/v1/fungible/price', { addresses })
  expect([status, body.error.code]).toEqual([400, code])
})
