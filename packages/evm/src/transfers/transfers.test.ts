import type { Rpc } from '@foyer/core'
import { devnetAccounts, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineNetwork } from '../defineNetwork.ts'
import { askNode, createNodeWallet } from '../nodeWallet.test.kit.ts'
import { sendTransaction } from '../sendTransaction.ts'
import { transfers } from '../transfers.ts'

const { coinTypes, estimateFee, inspectReceiver, isSame, replace, writeRequest } = transfers
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [string, string]
const { usdc } = devnetAddresses
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const node = (method: string, params: unknown = []) => askNode(chain.url, method, params)
const rpc: Rpc = ({ method, params }) => node(method, params)
const networkOf = () =>
  defineNetwork({
    id: chain.chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
const balanceOf = async (address: string) =>
  BigInt((await node('eth_getBalance', [address, 'latest'])) as string)

test('the whole balance without the reserve can be sent, also after blocks that raise the fee', async () => {
  const from = devnetAccounts[7]!.address
  const network = networkOf()
  const { fee, reserve } = await estimateFee({ address: from, amount: 1n, network, rpc, to: bob })
  expect(fee).toBeGreaterThan(0n)
  expect(reserve).toBeGreaterThan(fee)
  const value = (await balanceOf(from)) - reserve
  const { provider } = createNodeWallet({ nodes: [chain] })
  const before = await balanceOf(bob)
  const hash = await sendTransaction({
    address: from,
    network,
    provider,
    transaction: { to: bob, value },
  })
  await expect
    .poll(() => node('eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1' })
  expect((await balanceOf(bob)) - before).toBe(value)
})

test('estimates a token, coins without a receiver, and more than there is; explains a refusal', async () => {
  const parameters = { address: alice, network: networkOf(), rpc }
  const coins = await estimateFee({ ...parameters, amount: 0n })
  const whole = await estimateFee({ ...parameters, amount: 10n ** 30n, to: bob })
  const token = await estimateFee({ ...parameters, amount: 1n, to: bob, token: usdc })
  expect(whole.fee).toBe(coins.fee)
  expect(token.fee).toBeGreaterThan(coins.fee)
  await expect(
    estimateFee({ ...parameters, amount: 10n ** 30n, to: bob, token: usdc }),
  ).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/refuses/),
  })
})

test('estimates on a network without fees of EIP-1559, and on a node that does not suggest a tip', async () => {
  const old: Rpc = async ({ method }) =>
    ({ eth_getBlockByNumber: {}, eth_gasPrice: '0x5', eth_estimateGas: '0x5208' })[method] ??
    Promise.reject(new Error('unknown'))
  expect(await estimateFee({ address: alice, amount: 0n, network: networkOf(), rpc: old })).toEqual(
    {
      fee: 105_000n,
      reserve: 210_000n,
    },
  )
  const silent: Rpc = async (call) =>
    call.method === 'eth_getBlockByNumber' ? { baseFeePerGas: '0x3' } : old(call)
  expect(
    (await estimateFee({ address: alice, amount: 0n, network: networkOf(), rpc: silent })).fee,
  ).toBe(105_000n)
})

test('tells accounts, contracts and tokens apart', async () => {
  expect(await inspectReceiver({ rpc, to: bob })).toBe('account')
  expect(await inspectReceiver({ rpc, to: usdc })).toBe('token')
  expect(await inspectReceiver({ rpc, to: devnetAddresses.multicall3 })).toBe('contract')
  const delegating: Rpc = async () => `0xef0100${'ab'.repeat(20)}`
  expect(await inspectReceiver({ rpc: delegating, to: bob })).toBe('account')
})

test('writes payment requests of EIP-681', () => {
  const network = networkOf()
  expect(writeRequest({ address: bob, amount: 15n * 10n ** 17n, decimals: 18, network })).toBe(
    `ethereum:${bob}@31337?value=1500000000000000000`,
  )
  expect(
    writeRequest({ address: bob, amount: 2_500_000n, decimals: 6, network, token: usdc }),
  ).toBe(`ethereum:${usdc}@31337/transfer?address=${bob}&uint256=2500000`)
  expect(isSame(bob, bob.toLowerCase())).toBe(true)
  expect(coinTypes({ ...network, id: 1 })).toEqual(['60'])
  expect(coinTypes({ ...network, id: 8453 })).toEqual(['2147492101', '60'])
})

test('replaces a pending transaction: speeds it up, then cancels it', async () => {
  const network = networkOf()
  const { provider } = createNodeWallet({ nodes: [chain] })
  await node('evm_setAutomine', [false])
  try {
    const before = await balanceOf(bob)
    const first = await sendTransaction({
      address: alice,
      network,
      provider,
      transaction: { to: bob, value: 5n },
    })
    const parameters = { address: alice, network, provider, rpc }
    const faster = await replace!({ ...parameters, hash: first, kind: 'speed-up' })
    expect(faster).toEqual({ hash: expect.stringMatching(/^0x/), isReplaced: true })
    const read = (hash: string) =>
      node('eth_getTransactionByHash', [hash]) as Promise<Record<string, string> | null>
    expect(await read(faster.hash)).toMatchObject({ to: bob.toLowerCase(), value: '0x5' })
    const cancelled = await replace!({ ...parameters, hash: faster.hash, kind: 'cancel' })
    expect(cancelled.isReplaced).toBe(true)
    await node('evm_mine')
    expect(await node('eth_getTransactionReceipt', [cancelled.hash])).toMatchObject({
      status: '0x1',
    })
    expect(await balanceOf(bob)).toBe(before)
    await expect(
      replace!({ ...parameters, hash: cancelled.hash, kind: 'cancel' }),
    ).rejects.toMatchObject({ code: 'transaction-rejected' })
  } finally {
    await node('evm_setAutomine', [true])
  }
})

describe('a replacement that the chain does not show at once', () => {
  const hash = `0x${'1'.repeat(64)}`
  const next = `0x${'2'.repeat(64)}`
  const pending = { nonce: '0x7', to: bob, value: '0x5', input: '0x', gasPrice: '0x5' }
  const replaceWith = (answer: (read: number) => Promise<unknown>) => {
    let reads = 0
    const late: Rpc = async ({ method, params }) => {
      if (method !== 'eth_getTransactionByHash') return method === 'eth_gasPrice' ? '0x5' : {}
      return (params as string[])[0] === hash ? pending : answer(++reads)
    }
    const provider = { request: async () => next }
    const parameters = { address: alice, hash, network: networkOf(), rpc: late }
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const end = replace!({ ...parameters, kind: 'cancel', provider })
    return Promise.all([end, vi.advanceTimersByTimeAsync(60_000)]).then(([found]) => found)
  }

  test('is read again until it is there', async () => {
    const answer = async (read: number) => (read < 3 ? null : { ...pending, nonce: '0x7' })
    expect(await replaceWith(answer)).toEqual({ hash: next, isReplaced: true })
    const other = async (read: number) => (read < 3 ? null : { ...pending, nonce: '0x8' })
    expect(await replaceWith(other)).toEqual({ hash: next, isReplaced: false })
  })

  test.each([
    ['knows nothing of it', async () => null],
    ['fails', () => Promise.reject(new Error('unreachable'))],
    ['does not answer', () => new Promise(() => {})],
  ])('is sent, and nothing is known of it, if the node %s', async (_, answer) => {
    expect(await replaceWith(answer)).toEqual({ hash: next, isReplaced: undefined })
  })
})
