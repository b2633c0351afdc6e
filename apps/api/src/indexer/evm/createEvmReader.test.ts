import { devnetAccounts, devnetAddresses, type EvmChain, startEvm, wethAbi } from '@foyer/devnet'
import { type Address, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'
import { createTestRpc, devnetChain, transact } from '../indexing.test.kit.ts'
import { isIndexed } from '../startIndexer.ts'
import { createEvmReader } from './createEvmReader.ts'

const [alice] = devnetAccounts.map(({ address }) => address) as [Address]
type Call = { id: number; method: string; params: unknown[] }

let anvil: EvmChain
let last: number
beforeAll(async () => {
  anvil = await startEvm({ chainId: 31337, port: 0 })
  const weth = { from: alice, to: devnetAddresses.weth }
  const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
  const withdraw = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [4n] })
  await transact(anvil.url, { ...weth, value: 9n, data: deposit })
  await transact(anvil.url, { ...weth, data: withdraw })
  const { number } = await createReader(anvil.url).readHead()
  last = number
})
afterAll(() => anvil.stop())

function createReader(url: string) {
  const rpc = createTestRpc(devnetChain(url))
  return createEvmReader(rpc, rpc.chains.find(isIndexed)!)
}

/** The chain behind a node that changes some of its answers. */
async function startNode(change: (call: Call, result: unknown) => unknown) {
  const asked: Call[][] = []
  const node = await startUpstream(async ({ body }, response) => {
    const content = JSON.parse(body)
    const calls: Call[] = Array.isArray(content) ? content : [content]
    asked.push(calls)
    const answers = await Promise.all(
      calls.map(async (call) => {
        const sent = await fetch(anvil.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(call),
        })
        const { result } = await sent.json()
        const changed = change(call, result)
        return {
          jsonrpc: '2.0',
          id: call.id,
          ...(changed instanceof Error
            ? { error: { code: -32601, message: changed.message } }
            : { result: changed }),
        }
      }),
    )
    response.end(JSON.stringify(Array.isArray(content) ? answers : answers[0]))
  })
  onTestFinished(() => node.stop())
  return { ...node, calls: asked }
}
const without = (missing: string) => (call: Call, result: unknown) =>
  call.method === missing ? new Error('the method is not there') : result

test('reads internal transfers from a node with traces', async () => {
  const [block] = await createReader(anvil.url).readBlocks(last, last)
  const weth = devnetAddresses.weth.toLowerCase()
  expect(block).toMatchObject({
    number: last,
    hasInternalTransfers: true,
    transactions: [
      {
        transfers: [
          { kind: 'token', sender: alice.toLowerCase(), amount: 4n },
          { kind: 'coin', sender: weth, receiver: alice.toLowerCase(), amount: 4n },
        ],
      },
    ],
  })
})

test('requests traces once of a node without them, and reports that internal transfers are missing', async () => {
  const node = await startNode(without('trace_block'))
  const reader = createReader(node.url)
  const [wrapped, unwrapped] = await reader.readBlocks(last - 1, last)
  expect(unwrapped).toMatchObject({
    hasInternalTransfers: false,
    transactions: [{ transfers: [{ kind: 'token', amount: 4n }] }],
  })
  expect(wrapped!.transactions[0]!.transfers).toHaveLength(2)
  await reader.readBlocks(last, last)
  expect(node.calls.flat().filter(({ method }) => method === 'trace_block')).toHaveLength(2)
  // Blocks without contract calls have no internal transfers.
  await transact(anvil.url, { from: alice, to: alice, value: 1n })
  expect((await reader.readBlocks(last + 1, last + 1))[0]).toMatchObject({
    hasInternalTransfers: true,
  })
})

test('reports missing internal transfers when a node has pruned its traces', async () => {
  const node = await startNode(({ method }, result) => (method === 'trace_block' ? [] : result))
  expect(await createReader(node.url).readBlocks(last, last)).toMatchObject([
    { hasInternalTransfers: false },
  ])
})

test('omits internal transfers of a failed call', async () => {
  const node = await startNode(({ method }, result) =>
    method === 'trace_block'
      ? (result as object[]).map((trace, at) =>
          at === 0 ? { ...trace, error: 'Reverted' } : trace,
        )
      : result,
  )
  const [block] = await createReader(node.url).readBlocks(last, last)
  expect(block!.transactions[0]!.transfers.map(({ kind }) => kind)).toEqual(['token'])
})

test('reads receipts one by one from a node without eth_getBlockReceipts', async () => {
  const node = await startNode(without('eth_getBlockReceipts'))
  expect(await createReader(node.url).readBlocks(last - 1, last)).toEqual(
    await createReader(anvil.url).readBlocks(last - 1, last),
  )
})

test('sends at most 50 calls per request', async () => {
  const node = await startNode((_, result) => result)
  const reader = createReader(node.url)
  expect((await reader.readBlocks(0, last)).map(({ number }) => number)).toEqual(
    Array.from({ length: last + 1 }, (_, number) => number),
  )
  expect(Math.max(...node.calls.map(({ length }) => length))).toBe(50)
})

test.each([
  [
    'a block that is not there',
    ({ method }: Call, result: unknown) => (method === 'eth_getBlockByNumber' ? null : result),
  ],
  [
    'a block that is none',
    ({ method }: Call, result: unknown) =>
      method === 'eth_getBlockByNumber' ? { number: '0x1' } : result,
  ],
  [
    'receipts of another block',
    ({ method }: Call, result: unknown) =>
      method === 'eth_getBlockReceipts'
        ? (result as object[]).map((one) => ({ ...one, blockHash: '0x12' }))
        : result,
  ],
  [
    'traces of another block',
    ({ method }: Call, result: unknown) =>
      method === 'trace_block'
        ? (result as object[]).map((one) => ({ ...one, blockHash: '0x12' }))
        : result,
  ],
  [
    'no traces of a block that is replaced meanwhile',
    ({ method, params }: Call, result: unknown) => {
      if (method === 'trace_block') return []
      const isCheck = method === 'eth_getBlockByNumber' && params[1] === false
      return isCheck ? { ...(result as object), hash: `0x${'12'.repeat(32)}` } : result
    },
  ],
  [
    'too few receipts',
    ({ method }: Call, result: unknown) => (method === 'eth_getBlockReceipts' ? [] : result),
  ],
] as const)('error: %s', async (_, change) => {
  const node = await startNode(change)
  await expect(createReader(node.url).readBlocks(last, last)).rejects.toMatchObject({
    ...{ status: 502, code: 'rpc-failed' },
  })
})
