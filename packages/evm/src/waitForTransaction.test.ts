import type { Rpc } from '@foyer/core'
import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askNode } from './nodeWallet.test.kit.ts'
import { waitForTransaction } from './waitForTransaction.ts'

const alice = devnetAccounts[0]?.address as string
const to = '0x00000000000000000000000000000000000f00D1'
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())
afterEach(async () => {
  vi.useRealTimers()
  await askNode(chain.url, 'evm_setAutomine', [true])
})

const rpc: Rpc = ({ method, params }) => askNode(chain.url, method, params)
const send = async (fields = {}) =>
  (await rpc({ method: 'eth_sendTransaction', params: [{ from: alice, to, ...fields }] })) as string
const wait = (hash: string, options: { rpc?: Rpc; signal?: AbortSignal } = {}) =>
  waitForTransaction({ hash, rpc, signal: new AbortController().signal, ...options })

test('returns the receipt of a mined transaction', async () => {
  const hash = await send({ value: '0x1' })
  expect(await wait(hash)).toEqual({
    hash,
    status: 'success',
    blockNumber: BigInt((await rpc({ method: 'eth_blockNumber' })) as string),
  })
})

test('waits for a transaction that is mined later', async () => {
  await rpc({ method: 'evm_setAutomine', params: [false] })
  const hash = await send()
  const waiting = wait(hash)
  setTimeout(() => rpc({ method: 'evm_mine' }), 700)
  expect(await waiting).toMatchObject({ hash, status: 'success' })
})

test('returns a reverted transaction as reverted', async () => {
  // PUSH1 0 PUSH1 0 REVERT, as creation code.
  const hash = (await rpc({
    method: 'eth_sendTransaction',
    params: [{ from: alice, data: '0x60006000fd', gas: '0x30d40' }],
  })) as string
  expect(await wait(hash)).toMatchObject({ status: 'reverted' })
})

test('error: aborted', async () => {
  await rpc({ method: 'evm_setAutomine', params: [false] })
  const hash = await send()
  const controller = new AbortController()
  const waiting = wait(hash, { signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await expect(waiting).rejects.toMatchObject({ code: 'request-aborted' })
  await rpc({ method: 'evm_mine' })
})

test('error: replaced by another transaction of the account', async () => {
  await rpc({ method: 'evm_setAutomine', params: [false] })
  const nonce = await rpc({ method: 'eth_getTransactionCount', params: [alice, 'latest'] })
  const hash = await send({ nonce, gasPrice: '0x77359400' })
  let found = () => {}
  const isFound = new Promise<void>((resolve) => {
    found = resolve
  })
  const watched: Rpc = async (call) => {
    const answer = await rpc(call)
    if (call.method === 'eth_getTransactionByHash') found()
    return answer
  }
  const rejected = expect(wait(hash, { rpc: watched })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringContaining(hash),
  })
  await isFound
  await send({ nonce, gasPrice: '0xba43b7400', value: '0x2' })
  await rpc({ method: 'evm_mine' })
  await rejected
})

test('tolerates failures in between; error: five in a row', async () => {
  vi.useFakeTimers()
  const hash = `0x${'1'.repeat(64)}`
  const receipt = { transactionHash: hash, status: '0x1', blockNumber: '0x10' }
  const fails = ['fail', 'fail', 'fail', 'fail']
  const answers: unknown[] = [...fails, null, null, ...fails, receipt]
  const flaky: Rpc = async () => {
    const answer = answers.shift()
    if (answer === 'fail') throw new Error('HTTP 502')
    return answer
  }
  const waiting = wait(hash, { rpc: flaky })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await waiting).toEqual({ hash, status: 'success', blockNumber: 16n })

  const down = vi.fn<Rpc>(async () => {
    throw new Error('HTTP 502')
  })
  const refused = expect(wait(hash, { rpc: down })).rejects.toMatchObject({ code: 'rpc-failed' })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(down).toHaveBeenCalledTimes(5)
})

test('polls with growing pauses, at least every 4 s', async () => {
  vi.useFakeTimers()
  const since = Date.now()
  const asked: number[] = []
  const empty: Rpc = async ({ method }) => {
    if (method === 'eth_getTransactionReceipt') asked.push(Date.now() - since)
    return null
  }
  const controller = new AbortController()
  const waiting = wait(`0x${'1'.repeat(64)}`, { rpc: empty, signal: controller.signal })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'request-aborted' })
  await vi.advanceTimersByTimeAsync(60_000)
  controller.abort()
  await refused
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] as number))
  expect(asked[0]).toBe(0)
  expect(gaps[0]).toBe(500)
  expect(gaps.at(-1)).toBe(4_000)
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
})

test.each([
  [{}],
  [{ transactionHash: 1 }],
  ['x'],
  [{ transactionHash: '0x', status: 'x', blockNumber: '0x1' }],
])('error: a node with an invalid receipt (%#)', async (answer) => {
  vi.useFakeTimers()
  const refused = expect(
    wait(`0x${'1'.repeat(64)}`, { rpc: async () => answer }),
  ).rejects.toMatchObject({ code: 'rpc-failed' })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
})
