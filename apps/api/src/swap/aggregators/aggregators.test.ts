import { compileOnce, devnetAccounts, devnetAddresses, devTokenAbi } from '@foyer/devnet'
import { type BuiltSwap, builtSwap } from '@foyer/protocol/api'
import * as v from 'valibot'
import {
  type Address,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBigInt,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi } from '../../createTestApi.test.kit.ts'
import { noAddress } from '../../rpc/ethCall.ts'
import { askChain, sendFrom } from '../../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'
import type { AggregatorChoice } from '../createSources.ts'
import { nativeAddress } from '../swapSource.ts'
import { alice, caipId, ids, startSwapWorld, swapChain } from '../swapWorld.test.kit.ts'

const { dai, usdc, wbtc } = devnetAddresses
const thief = devnetAccounts[5]!.address
const amount = 1_000_000n
const offered = 990_000_000_000_000_000n
const fair = (offered * 99n) / 100n
const stageAbi = parseAbi([
  'function swap(address spent, uint256 takes, address received, uint256 pays, address prey, uint256 stolen) payable',
])

/** The answer of the aggregator under test. */
type Lie = {
  min?: bigint
  gas?: string
  name?: string
  to?: Address
  spender?: Address
  value?: bigint
  takes?: bigint
  pays?: bigint
  prey?: Address
  data?: Hex
}
let lie: Lie = {}
let stage: Address
let world: Awaited<ReturnType<typeof startSwapWorld>>
let server: Awaited<ReturnType<typeof startUpstream>>
const apis = new Map<string, TestApi>()
/** Path and query of the calls so far, with the body. */
const calls: { path: string; query: URLSearchParams; body: string; key: unknown }[] = []

/** The call of an answer: honest, unless the test says otherwise. */
const proposed = () => {
  const { data, pays = offered, prey = noAddress, takes = amount, to = stage, value = 0n } = lie
  const stolen = prey === noAddress ? 0n : 5n
  const honest = encodeFunctionData({
    ...{ abi: stageAbi, functionName: 'swap', args: [usdc, takes, dai, pays, prey, stolen] },
  })
  return { to, value: String(value), data: data ?? honest, spender: lie.spender ?? to }
}

/** Answers in the shape that each aggregator documents. */
function answer(path: string): unknown {
  const { data, spender, to, value } = proposed()
  const { gas = '210000', min = fair, name = 'SushiSwap' } = lie
  const routeSummary = {
    ...{ tokenIn: usdc, amountIn: String(amount), tokenOut: dai, amountOut: String(offered) },
    ...{ gas, gasPrice: '1', route: [[{ pool: '0x1', exchange: 'uniswapv3' }]] },
    ...{ checksum: '12345', timestamp: 1 },
  }
  if (path.endsWith('/routes'))
    return { code: 0, message: 'successfully', data: { routeSummary, routerAddress: spender } }
  if (path.endsWith('/route/build'))
    return {
      ...{ code: 0, message: 'successfully' },
      data: {
        ...{ amountIn: String(amount), amountOut: String(offered), gas: '210000', data },
        ...{ routerAddress: to, transactionValue: value },
      },
    }
  const zeroEx = {
    ...{ liquidityAvailable: true, buyAmount: String(offered), minBuyAmount: String(min) },
    ...{ gas, allowanceTarget: spender, sellAmount: String(amount) },
    route: { fills: [{ source: 'Uniswap_V3', proportionBps: '10000' }], tokens: [] },
  }
  if (path.endsWith('/allowance-holder/price')) return zeroEx
  if (path.endsWith('/allowance-holder/quote'))
    return { ...zeroEx, transaction: { to, data, gas: '210000', gasPrice: '1', value } }
  if (path.endsWith('/31337/quote')) return { dstAmount: String(offered), gas: 210_000 }
  if (path.endsWith('/31337/swap'))
    return {
      dstAmount: String(offered),
      tx: { from: alice, to, data, value, gas: 210_000, gasPrice: '1' },
    }
  return {
    ...{ type: 'lifi', tool: 'sushiswap', toolDetails: { key: 's', name } },
    estimate: {
      ...{ toAmount: String(offered), toAmountMin: String(min), approvalAddress: spender },
      ...{ executionDuration: 30, gasCosts: [{ type: 'SEND', estimate: gas }] },
    },
    transactionRequest: { to, data, value: `0x${BigInt(value).toString(16)}`, gasLimit: '0x33450' },
  }
}

const names = ['kyberswap', '0x', '1inch', 'lifi'] as const
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
  const { url } = world.anvil
  const nonce = hexToBigInt(await askChain<Hex>(url, 'eth_getTransactionCount', [thief, 'latest']))
  stage = getContractAddress({ from: thief, nonce })
  const data = await compileOnce('SwapStage')
  await askChain(url, 'anvil_impersonateAccount', [thief])
  await askChain(url, 'eth_sendTransaction', [{ from: thief, data, gas: '0x2dc6c0' }])
  await askChain(url, 'evm_mine', [])
  server = await startUpstream(({ body, headers }, response) => {
    const { pathname, searchParams } = new URL(response.req.url ?? '', 'http://x')
    const key = headers['0x-api-key'] ?? headers.authorization ?? headers['x-lifi-api-key']
    calls.push({ path: pathname, query: searchParams, body, key })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer(pathname)))
  })
  const contracts = { [caipId]: { targets: [stage], spenders: [stage] } }
  for (const id of names) {
    const choice: AggregatorChoice = {
      id,
      url: server.url,
      apiKey: 'a-key-of-the-operator',
      contracts,
    }
    const chain = swapChain(url)
    // Only the aggregator quotes.
    const swaps = {
      ...(chain.swaps as object),
      uniswapV2: undefined,
      uniswapV3: undefined,
    } as never
    apis.set(id, await world.createApi({ aggregators: [choice], chains: [{ ...chain, swaps }] }))
  }
  await world.mint(dai, parseEther('1000'), stage)
  await world.mint(wbtc, 1000n)
  const approve = (to: Address, allowed: bigint) =>
    sendFrom(url, {
      ...{ from: alice, to },
      data: encodeFunctionData({
        abi: devTokenAbi,
        functionName: 'approve',
        args: [stage, allowed],
      }),
    })
  await approve(usdc, maxUint256)
  // From an earlier swap: what a thief would like to use.
  await approve(wbtc, maxUint256)
})
afterAll(async () => {
  await server.stop()
  await world.stop()
})
beforeEach(() => {
  lie = {}
})

const swap = { amount: String(amount), from: ids.usdc, to: ids.dai, userAddress: ids.alice }
const build = (id: string, more: object = {}) =>
  world.ask(apis.get(id)!, '/v1/convert/build-transaction', { ...swap, source: id, ...more })

describe.each(names)('%s', (id) => {
  test('quotes, builds, and delivers what the simulation measured', async () => {
    const quotes = await world.ask(
      apis.get(id)!,
      `/v1/convert/quotes?amount=${amount}&from=${ids.usdc}&to=${ids.dai}&userAddress=${ids.alice}`,
    )
    expect([quotes.status, quotes.body.failures]).toEqual([200, []])
    expect(quotes.body.quotes).toMatchObject([
      {
        ...{ source: { id }, toAmount: String(offered), minToAmount: String(fair) },
        ...{ allowanceTarget: stage, networkCost: { gas: '210000' } },
      },
    ])
    // Better than promised: what counts is measured.
    lie = { pays: offered + 7n }
    const { body, status } = await build(id, { minToAmount: String(fair) })
    expect([status, body.error]).toEqual([200, undefined])
    const built = v.parse(builtSwap, body) as Extract<BuiltSwap, { kind: 'call' }>
    expect(built).toMatchObject({
      ...{ toAmount: String(offered + 7n), minToAmount: String(fair), checkedBy: 'simulation' },
    })
    const before = await world.balanceOf(dai)
    await world.send(built.tx as never)
    expect((await world.balanceOf(dai)) - before).toBe(offered + 7n)
  })

  test.each<[string, () => Lie, number, string]>([
    ['another contract', () => ({ to: thief, spender: stage }), 502, 'swap-refused'],
    ['the token itself, to transfer it', () => ({ to: usdc, spender: stage }), 502, 'swap-refused'],
    ['an approval for a thief', approvalForThief, 502, 'swap-refused'],
    ['coins besides the token', () => ({ value: 1n }), 502, 'swap-refused'],
    ['more of the token', () => ({ takes: amount + 1n }), 502, 'swap-refused'],
    ['another token by an old allowance', () => ({ prey: wbtc }), 502, 'swap-refused'],
    ['one unit less than the minimum', () => ({ pays: fair - 1n }), 502, 'swap-refused'],
    ['nothing', () => ({ pays: 0n }), 502, 'swap-refused'],
    ['a call that fails', () => ({ data: '0x12345678' }), 422, 'swap-reverts'],
    [
      'a call too long for any swap',
      () => ({ data: `0x${'00'.repeat(40_000)}` }),
      502,
      'swap-refused',
    ],
  ])('refuses an answer that takes or gives %s', async (_, told, expected, code) => {
    lie = told()
    const { body, status } = await build(id)
    expect([status, body.error?.code]).toEqual([expected, code])
    expect(JSON.stringify(body)).not.toContain(thief)
  })

  test('error: reports an answer of another shape, without its words', async () => {
    lie = { data: '0xnothex' as Hex }
    const { body, status } = await build(id)
    expect([status, body.error.code]).toEqual([502, 'http-failed'])
    expect(JSON.stringify(body)).not.toContain('nothex')
  })
})

function approvalForThief(): Lie {
  const data = encodeFunctionData({
    ...{ abi: devTokenAbi, functionName: 'approve', args: [thief, maxUint256] },
  })
  return { to: usdc, data, spender: stage }
}

test('asks with the operator’s key and the user’s address, and nothing else of the caller', () => {
  for (const { body, key, path, query } of calls) {
    if (!path.includes('/api/v1/')) expect(String(key)).toContain('a-key-of-the-operator')
    const told = `${query}${body}`.toLowerCase()
    if (!path.endsWith('/routes') && !path.endsWith('/31337/quote'))
      expect(told).toContain(alice.toLowerCase())
    expect(told).not.toMatch(/projectid|origin=http/)
  }
  expect(calls.length).toBeGreaterThan(40)
})

test('offers no quote whose spender, minimum or gas can not be true, and cleans names', async () => {
  const quoteOf = async (id: string) => {
    // Another amount each time, since quotes are remembered.
    const spent = amount + BigInt(calls.length)
    const path = `/v1/convert/quotes?amount=${spent}&from=${ids.usdc}&to=${ids.dai}&userAddress=${ids.alice}`
    const { body, status } = await world.ask(apis.get(id)!, path)
    return [status, body.error?.code ?? body.quotes[0].route[0].name]
  }
  lie = { spender: thief }
  for (const id of ['kyberswap', '0x', 'lifi'])
    expect(await quoteOf(id)).toEqual([502, 'sources-unavailable'])
  lie = { min: (offered * 98n) / 100n }
  for (const id of ['0x', 'lifi']) expect(await quoteOf(id)).toEqual([502, 'sources-unavailable'])
  lie = { gas: '9'.repeat(70) }
  for (const id of ['kyberswap', '0x', 'lifi'])
    expect(await quoteOf(id)).toEqual([502, 'sources-unavailable'])
  lie = { name: 'Unis\u200bwap\u202e' }
  expect(await quoteOf('lifi')).toEqual([200, 'Uniswap'])
})

test('spends the coin with its exact value, by address of each aggregator', async () => {
  await world.setEther('10')
  lie = {
    value: amount,
    data: encodeFunctionData({
      ...{ abi: stageAbi, functionName: 'swap' },
      args: [noAddress, 0n, dai, offered, noAddress, 0n],
    }),
  }
  for (const id of names) {
    calls.length = 0
    const { body, status } = await build(id, { from: ids.eth })
    expect([id, status, body.error]).toEqual([id, 200, undefined])
    expect(body.tx.value).toBe(String(amount))
    const asked = calls.map(({ query }) => String(query)).join()
    expect(asked).toContain(id === 'lifi' ? noAddress : nativeAddress)
  }
  lie.value = amount + 1n
  for (const id of names)
    expect((await build(id, { from: ids.eth })).body.error.code).toBe('swap-refused')
})
