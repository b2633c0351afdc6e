import {
  devnetAccounts,
  devnetAddresses,
  devnetTokens,
  devTokenAbi,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { getBalance, type TokenBalance } from '@foyer/protocol/api'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { encodeFunctionData, numberToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EvmChainConfig } from '../chains/chainConfig.ts'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { askChain, sendFrom } from '../rpc/sendFrom.test.kit.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'

let anvil: EvmChain
let database: Database
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterAll(async () => {
  await anvil.stop()
  await database.close()
})
const open: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const caipId = 'eip155:31337'
const chain = (changes: Partial<EvmChainConfig> = {}): EvmChainConfig => ({
  caipId,
  name: 'Foyer Devnet',
  rpcUrls: [anvil.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: devnetTokens.map(({ address, decimals, name, symbol }) => ({
    address,
    decimals,
    name,
    symbol,
  })),
  pools: {
    factory: devnetAddresses.uniswapV2Factory,
    wrappedNative: devnetAddresses.weth,
    dollars: [devnetAddresses.usdc, devnetAddresses.dai],
  },
  ...changes,
})
const alice = devnetAccounts[0]!.address
const nobody = '0x00000000000000000000000000000000000abcde'

async function get(api: TestApi, address: string, query = `chainId=${caipId}`) {
  const response = await api.request(`/v1/account/${address}/balance?projectId=${shop.id}&${query}`)
  expect(response.status).toBe(200)
  return v.parse(getBalance.response, await response.json()).balances
}
const bySymbol = (balances: TokenBalance[]) =>
  Object.fromEntries(balances.map((entry) => [entry.symbol, entry]))

const setNative = (address: string, wei: bigint) =>
  askChain(anvil.url, 'anvil_setBalance', [address, numberToHex(wei)])

test('[7.30] returns the coin and the tokens of an account, exact to the last unit', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  const wei = 123_456_789_012_345_678_901n
  await setNative(alice, wei)
  const found = bySymbol(await get(api, alice))
  expect(found.ETH).toMatchObject({
    name: 'Ether',
    chainId: caipId,
    quantity: { decimals: '18', numeric: '123.456789012345678901' },
    iconUrl: `https://api.example/public/getTokenImage/ETH?projectId=${shop.id}`,
  })
  expect(found.ETH?.address).toBeUndefined()
  expect(found.USDC).toMatchObject({
    address: `${caipId}:${devnetAddresses.usdc}`,
    quantity: { decimals: '6', numeric: '10000' },
  })
  expect(found.WBTC?.quantity).toEqual({ decimals: '8', numeric: '0.5' })
})

test('[7.30] omits tokens with zero decimals, and zero balances', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  // Alice holds 420 POINT, which has no decimals.
  expect(devnetTokens.find(({ symbol }) => symbol === 'POINT')).toMatchObject({
    decimals: 0,
    startBalance: 420n,
  })
  expect(Object.keys(bySymbol(await get(api, alice))).sort()).toEqual([
    'DAI',
    'ETH',
    'USDC',
    'WBTC',
  ])
  expect(await get(api, nobody)).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '0' } }])
})

test('uses prices from the pools: fiat value is price times quantity', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  await setNative(alice, parseEther('2'))
  const { DAI, ETH, USDC, WBTC } = bySymbol(await get(api, alice))
  expect([USDC?.price, DAI?.price]).toEqual([1, 1])
  // The pools of the devnet have prices near these.
  expect(ETH?.price).toBeGreaterThan(500)
  expect(WBTC?.price).toBeGreaterThan(5 * ETH!.price!)
  expect(ETH?.value).toBeCloseTo(2 * ETH!.price!, 6)
  expect(USDC?.value).toBe(10_000)
  // For a currency that no pool knows there is no price.
  const inEuro = bySymbol(await get(api, alice, `chainId=${caipId}&currency=EUR`))
  expect([inEuro.ETH?.price, inEuro.ETH?.value]).toEqual([undefined, undefined])
})

describe('[9.16] a cached answer', () => {
  test('is used for 30 s, then not', async () => {
    let time = 1_000_000
    const api = await createTestApi({ chains: [chain()], database, now: () => time })
    const numeric = async (query?: string) => (await get(api, alice, query))[0]!.quantity.numeric
    await setNative(alice, parseEther('1'))
    expect(await numeric()).toBe('1')
    await setNative(alice, parseEther('2'))
    time += 29_999
    expect(await numeric()).toBe('1')
    time += 1
    expect(await numeric()).toBe('2')
  })

  test('is not used for a forced update', async () => {
    const api = await createTestApi({ chains: [chain()], database })
    const numeric = async (query?: string) => (await get(api, alice, query))[0]!.quantity.numeric
    await setNative(alice, parseEther('3'))
    await numeric()
    await setNative(alice, parseEther('4'))
    expect(await numeric()).toBe('3')
    expect(await numeric(`chainId=${caipId}&forceUpdate=${caipId}:${alice}`)).toBe('4')
    expect(await numeric()).toBe('4')
  })

  test('is shared by concurrent callers', async () => {
    const upstream = await startUpstream(async (request, response) => {
      response.end(await forward(anvil.url, request))
    })
    open.push(upstream)
    const { pools: _, ...withoutPools } = chain({ rpcUrls: [upstream.url] })
    const api = await createTestApi({ chains: [withoutPools], database })
    await Promise.all(Array.from({ length: 10 }, () => get(api, alice)))
    expect(upstream.asked).toHaveLength(1)
  })
})

test('reads token by token on a chain without Multicall3', async () => {
  const changed = chain({ multicall3: '0x00000000000000000000000000000000000000aa' })
  const api = await createTestApi({ chains: [changed], database })
  await setNative(alice, parseEther('5'))
  const found = bySymbol(await get(api, alice))
  expect([found.ETH?.quantity.numeric, found.USDC?.quantity.numeric]).toEqual(['5', '10000'])
})

test('omits a token that does not exist', async () => {
  const ghost = {
    address: '0x00000000000000000000000000000000000000bb',
    decimals: 18,
    name: 'Ghost',
    symbol: 'GHOST',
  }
  const api = await createTestApi({
    chains: [chain({ tokens: [ghost, ...chain().tokens!] })],
    database,
  })
  expect(Object.keys(bySymbol(await get(api, alice)))).toEqual(['ETH', 'USDC', 'WBTC', 'DAI'])
})

test('returns the balance of a token that was just sent', async () => {
  const api = await createTestApi({ chains: [chain()], database })
  const to = '0x00000000000000000000000000000000000ca5e1'
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args: [to, 1n] })
  await sendFrom(anvil.url, { from: alice, to: devnetAddresses.usdc, data })
  expect(bySymbol(await get(api, to)).USDC).toMatchObject({
    quantity: { numeric: '0.000001' },
    value: 0.000001,
  })
})

test('returns the balances of all chains when none is named', async () => {
  const second = chain({ caipId: 'eip155:31338', name: 'Second', tokens: [] })
  const api = await createTestApi({ chains: [chain(), second], database })
  const chains = (await get(api, nobody, '')).map(({ chainId }) => chainId)
  expect(chains).toEqual([caipId, 'eip155:31338'])
})

test('error: reports a chain that is down, instead of an empty list', async () => {
  const down = await startUpstream((_, response) => void response.writeHead(503).end())
  open.push(down)
  const api = await createTestApi({
    chains: [chain(), chain({ caipId: 'eip155:31338', rpcUrls: [down.url] })],
    database,
    rpc: { wait: async () => {} },
  })
  for (const query of ['chainId=eip155:31338', '']) {
    const response = await api.request(`/v1/account/${alice}/balance?projectId=${shop.id}&${query}`)
    expect(response.status).toBe(502)
    expect((await response.json()).error.message).toBe('eip155:31338 does not answer right now')
  }
})

test('omits an unavailable price, but not the balance', async () => {
  const upstream = await startUpstream(async (request, response) => {
    const factory = devnetAddresses.uniswapV2Factory.toLowerCase()
    if (request.body.toLowerCase().includes(factory)) {
      response.writeHead(400).end()
    } else response.end(await forward(anvil.url, request))
  })
  open.push(upstream)
  const api = await createTestApi({ chains: [chain({ rpcUrls: [upstream.url] })], database })
  const { ETH } = bySymbol(await get(api, alice))
  expect(ETH?.quantity.numeric).toMatch(/^\d/)
  expect([ETH?.price, ETH?.value]).toEqual([undefined, undefined])
  expect(api.logLines.join('')).toContain('prices are missing')
})

test.each([
  ['0x123', `chainId=${caipId}`, 'address', 'Address is invalid'],
  [`${nobody}00`, `chainId=${caipId}`, 'address', 'Address is invalid'],
  [nobody, 'chainId=eip155:999', 'chainId', 'Unsupported chain'],
  [nobody, 'chainId=nonsense', 'chainId', 'Unsupported chain'],
  [nobody, `chainId=${caipId}&currency=dollars`, 'currency', 'currency:'],
])('error: %s?%s', async (address, query, field, message) => {
  const api = await createTestApi({ chains: [chain()], database })
  const response = await api.request(`/v1/account/${address}/balance?projectId=${shop.id}&${query}`)
  expect(response.status).toBe(400)
  const { error } = await response.json()
  expect([error.field, error.message]).toEqual([field, expect.stringContaining(message)])
})
