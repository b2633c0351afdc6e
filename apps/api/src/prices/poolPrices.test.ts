import {
  devnetAccounts,
  devnetAddresses,
  devnetTokens,
  devTokenAbi,
  type EvmChain,
  startEvm,
  uniswapV2RouterAbi,
} from '@foyer/devnet'
import { createLog } from '@foyer/server'
import * as v from 'valibot'
import { type Abi, type Address, encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainConfig, chainConfigs } from '../chains/chainConfig.ts'
import { createMetrics } from '../metrics.ts'
import { createChainRpc } from '../rpc/chainRpc.ts'
import { sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { createPoolPrices } from './poolPrices.ts'

let anvil: EvmChain
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => anvil.stop())

const { dai, point, uniswapV2Factory, uniswapV2Router, usdc, weth, wbtc } = devnetAddresses
const from = devnetAccounts[0]!.address

async function prices(currency = 'usd', changes: Partial<ChainConfig> = {}) {
  const [chain] = v.parse(chainConfigs, [
    {
      caipId: 'eip155:31337',
      name: 'Devnet',
      rpcUrls: [anvil.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
        address,
        decimals,
        name,
        symbol,
      })),
      pools: { factory: uniswapV2Factory, wrappedNative: weth, dollars: [usdc, dai] },
      ...changes,
    },
  ])
  const rpc = createChainRpc({
    chains: [chain!],
    log: createLog({ app: 'api', level: 'silent' }),
    metrics: createMetrics(),
  })
  const assets = ['native', usdc, dai, wbtc, point, weth] as const
  const found = await createPoolPrices(rpc, () => 7).getPrices({ chain: chain!, assets, currency })
  for (const { at } of found.values()) expect(at).toBe(7)
  return new Map([...found].map(([asset, { value }]) => [asset, value]))
}

const send = (to: Address, abi: Abi, functionName: string, args: unknown[], value = 0n) =>
  sendFrom(anvil.url, { from, to, data: encodeFunctionData({ abi, functionName, args }), value })
const addPoints = (points: bigint, ether: string) =>
  send(
    uniswapV2Router,
    uniswapV2RouterAbi as Abi,
    'addLiquidityETH',
    [point, points, 0n, 0n, from, 99_999_999_999n],
    parseEther(ether),
  )

test('returns the price of the coin and of its token, 1 for dollar tokens, none without a pool', async () => {
  const found = await prices()
  expect([found.get(usdc), found.get(dai)]).toEqual([1, 1])
  expect(found.get('native')).toBeGreaterThan(100)
  expect(found.get(weth)).toBe(found.get('native'))
  expect(found.get(wbtc)).toBeGreaterThan(1000)
  expect(found.has(point)).toBe(false)
})

test('uses a pool’s price only when the pool is large enough', async () => {
  await send(point, devTokenAbi as Abi, 'mint', [from, 1_000_000n])
  await send(point, devTokenAbi as Abi, 'approve', [uniswapV2Router, 1_000_000n])
  // A few dollars: anyone could have set this price.
  await addPoints(1n, '0.001')
  expect((await prices()).has(point)).toBe(false)
  await addPoints(9999n, '10')
  const found = await prices()
  expect(found.get(point)! / found.get('native')!).toBeCloseTo(0.001, 5)
})

test('returns no price in another currency, or on a chain without pools', async () => {
  expect((await prices('eur')).size).toBe(0)
  const nowhere = {
    factory: '0x00000000000000000000000000000000000000aa',
    wrappedNative: weth,
    dollars: [usdc],
  }
  expect([...(await prices('usd', { pools: nowhere }))]).toEqual([[usdc, 1]])
})

test('error: rejects when the chain does not answer', async () => {
  await expect(prices('usd', { rpcUrls: ['http://127.0.0.1:9'] })).rejects.toThrow(
    'does not answer',
  )
})
