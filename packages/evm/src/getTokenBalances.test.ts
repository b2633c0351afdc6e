import type { Rpc } from '@foyer/core'
import {
  devnetAccounts,
  devnetAddresses,
  devnetTokens,
  type EvmChain,
  startEvm,
} from '@foyer/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineNetwork } from './defineNetwork.ts'
import { getBalance } from './getBalance.ts'
import { getTokenBalances } from './getTokenBalances.ts'
import { zksync } from './networks.ts'
import { askNode } from './nodeWallet.test.kit.ts'

const alice = devnetAccounts[0]?.address as string
const { multicall3, usdc } = devnetAddresses
const nobody = '0x00000000000000000000000000000000000f00D1'
let chain: EvmChain
let calls: { method: string; params?: unknown }[]
const rpc: Rpc = (call) => {
  calls.push(call)
  return askNode(chain.url, call.method, call.params)
}
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const network = defineNetwork({
  id: 31337,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1'] } },
})
const read = (tokens: readonly { address: string; image?: string }[], address = alice) => {
  calls = []
  return getTokenBalances({ address, network, rpc, tokens })
}

const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:31337',
  quantity: { decimals: '18', numeric: '10000' },
}
const held = [
  ether,
  {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: 'eip155:31337',
    address: `eip155:31337:${usdc}`,
    quantity: { decimals: '6', numeric: '10000' },
    iconUrl: 'https://example.com/usdc.png',
  },
  {
    name: 'Wrapped BTC',
    symbol: 'WBTC',
    chainId: 'eip155:31337',
    address: `eip155:31337:${devnetAddresses.wbtc}`,
    quantity: { decimals: '8', numeric: '0.5' },
  },
  {
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    chainId: 'eip155:31337',
    address: `eip155:31337:${devnetAddresses.dai}`,
    quantity: { decimals: '18', numeric: '5000' },
  },
]
/** All tokens of the devnet, including POINT without decimals; one in lower case, one twice. */
const tokens = [
  { address: usdc.toLowerCase(), image: 'https://example.com/usdc.png' },
  ...devnetTokens.map(({ address }) => ({ address })).filter(({ address }) => address !== usdc),
  { address: devnetAddresses.dai },
]

test('[7.30] returns the coin and the tokens in two requests, without those that have no decimals', async () => {
  expect(await read(tokens)).toEqual(held)
  expect(calls.map(({ method }) => method).toSorted()).toEqual(['eth_call', 'eth_getBalance'])
})

test('returns the same on a chain without Multicall3', async () => {
  const code = await askNode(chain.url, 'eth_getCode', [multicall3, 'latest'])
  await askNode(chain.url, 'anvil_setCode', [multicall3, '0x'])
  try {
    expect(await read(tokens)).toEqual(held)
    expect(calls.length).toBeGreaterThan(12)
  } finally {
    await askNode(chain.url, 'anvil_setCode', [multicall3, code])
  }
})

test('returns nothing for an empty account', async () => {
  expect(await read(tokens, nobody)).toEqual([])
})

test('skips an address without a contract and a contract that is not a token', async () => {
  const strangers = [
    { address: nobody },
    { address: multicall3 },
    { address: devnetAddresses.uniswapV2Router },
  ]
  expect(await read([...strangers, ...tokens])).toEqual(held)
})

test('reads name and symbol of an old token, which answers 32 bytes', async () => {
  const old = '0x00000000000000000000000000000000000000d1'
  // decimals() jumps to the end and returns 18; every other call returns "MKR" in 32 bytes, which is also a large
  // balance.
  const choose = '5f3560e01c63313ce56714602057'
  const text = '624d4b5260e81b5f5260205ff3'
  const eighteen = '5b60125f5260205ff3'
  const code = `0x${`${choose}${text}`.padEnd(0x20 * 2, '0')}${eighteen}`
  await askNode(chain.url, 'anvil_setCode', [old, code])
  const [, token] = await read([{ address: old }])
  expect(token).toMatchObject({ name: 'MKR', symbol: 'MKR', quantity: { decimals: '18' } })
})

test('error: an invalid token address in the options', async () => {
  await expect(read([{ address: 'USDC' }])).rejects.toMatchObject({
    code: 'address-invalid',
    details: 'The option tokens names USDC.',
  })
})

test('error: an unreachable node', async () => {
  const down: Rpc = async () => {
    throw new Error('HTTP 502')
  }
  await expect(getTokenBalances({ address: alice, network, rpc: down, tokens })).rejects.toThrow(
    'HTTP 502',
  )
})

test('uses the other Multicall3 address of ZKsync', async () => {
  const asked: unknown[] = []
  const spy: Rpc = async ({ method, params }) => {
    asked.push((params as [{ to?: string }])[0].to)
    return method === 'eth_getBalance' ? '0x0' : '0x'
  }
  await getTokenBalances({ address: alice, network: zksync, rpc: spy, tokens })
  expect(asked).toContain('0xF9cda624FBC7e059355ce98a31693d299FACd963')
})

test('returns the native balance in wei', async () => {
  expect(await getBalance({ address: alice, rpc })).toBe(10_000n * 10n ** 18n)
})

test.each([[null], [''], ['0x'], ['10'], [10], [{}]])(
  'error: an invalid balance (%#)',
  async (answer) => {
    await expect(getBalance({ address: alice, rpc: async () => answer })).rejects.toMatchObject({
      code: 'rpc-failed',
    })
  },
)
