import { type SolanaChain, startSolana } from '@foyer/devnet'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createNodeRpc, person } from './nodeWallet.test.kit.ts'
import { keypairOf } from './testToken.test.kit.ts'
import { waitForTransaction } from './waitForTransaction.ts'

let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())
afterEach(() => {
  vi.useRealTimers()
})

const hash = '5'.repeat(88)
const signal = () => AbortSignal.timeout(20_000)

/** Sends a transfer of alice's, which fails on the chain when it is too large. */
async function transfer(lamports: number): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await node.getLatestBlockhash()
  const { publicKey } = keypairOf('alice')
  const transaction = new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight }).add(
    SystemProgram.transfer({
      fromPubkey: publicKey,
      toPubkey: new PublicKey(person('bob').address),
      lamports,
    }),
  )
  transaction.sign(keypairOf('alice'))
  return node.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
}

/** A node with fixed answers. */
function nodeOf({ height = () => 100, status }: { height?: () => number; status: () => unknown }) {
  return async ({ method }: { method: string }) =>
    method === 'getBlockHeight' ? height() : { context: { slot: 1 }, value: [status()] }
}

test('returns the slot of a confirmed transaction', async () => {
  const hash = await transfer(1)
  const receipt = await waitForTransaction({
    hash,
    rpc: createNodeRpc(chain.url),
    signal: signal(),
  })
  const found = await node.getTransaction(hash, { maxSupportedTransactionVersion: 0 })
  expect(receipt).toEqual({ hash, status: 'success', blockNumber: BigInt(found?.slot ?? -1) })
})

test('returns reverted for one that failed on the chain', async () => {
  const hash = await transfer(5_000_000_000_000)
  const receipt = await waitForTransaction({
    hash,
    rpc: createNodeRpc(chain.url),
    signal: signal(),
  })
  expect(receipt).toMatchObject({ hash, status: 'reverted' })
})

test('waits until most of the network has confirmed it', async () => {
  vi.useFakeTimers()
  const answers = [
    null,
    { slot: 5, err: null, confirmations: 0, confirmationStatus: 'processed' },
    { slot: 6, err: null, confirmations: 3, confirmationStatus: 'confirmed' },
  ]
  const rpc = nodeOf({ status: () => answers.shift() })
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await waiting).toEqual({ hash, status: 'success', blockNumber: 6n })
})

test('reads the status of an old node: final without a confirmation count', async () => {
  vi.useFakeTimers()
  const answers = [
    { slot: 5, err: null, confirmations: 12 },
    { slot: 5, err: null, confirmations: null },
  ]
  const rpc = nodeOf({ status: () => answers.shift() })
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await waiting).toMatchObject({ status: 'success' })
  expect(answers).toEqual([])
})

test('error: its blockhash has expired', async () => {
  vi.useFakeTimers()
  let height = 100
  const rpc = nodeOf({ height: () => height, status: () => null })
  const ended = vi.fn()
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal }).catch(
    ended,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  height = 282
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ended).not.toHaveBeenCalled()
  height = 283
  await vi.advanceTimersByTimeAsync(10_000)
  await waiting
  expect(ended.mock.calls[0]?.[0]).toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringContaining('has become too old. Send it again'),
  })
})

test('returns one that is confirmed at the last moment', async () => {
  vi.useFakeTimers()
  let height = 100
  const late = { slot: 7, err: null, confirmationStatus: 'finalized' }
  const rpc = nodeOf({ height: () => height, status: () => (height === 100 ? null : late) })
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(3_000)
  height = 1_000
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await waiting).toMatchObject({ status: 'success', blockNumber: 7n })
})

test('error: a node that fails 5 times in a row; fewer are tolerated', async () => {
  vi.useFakeTimers()
  let calls = 0
  const rpc = async () => {
    calls += 1
    throw new Error('offline')
  }
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'rpc-failed', details: 'offline' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
  expect(calls).toBe(5)
  let asked = 0
  const shaky = nodeOf({
    status() {
      asked += 1
      if (asked % 5 !== 0 || asked < 15) {
        if (asked % 5 === 0) return null
        throw new Error('offline')
      }
      return { slot: 1, err: null, confirmationStatus: 'confirmed' }
    },
  })
  const lasting = waitForTransaction({ hash, rpc: shaky, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await lasting).toMatchObject({ status: 'success' })
})

test('error: a node with an invalid answer', async () => {
  vi.useFakeTimers()
  const rpc = async () => 'x'
  const waiting = waitForTransaction({ hash, rpc, signal: new AbortController().signal })
  const refused = expect(waiting).rejects.toMatchObject({ code: 'rpc-failed' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
})

test('error: aborted before, during and between requests', async () => {
  const aborted = { code: 'request-aborted' }
  const never = () => new Promise(() => {})
  await expect(
    waitForTransaction({ hash, rpc: never, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject(aborted)
  for (const rpc of [never, nodeOf({ status: () => null })]) {
    const controller = new AbortController()
    const waiting = waitForTransaction({ hash, rpc, signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    await expect(waiting).rejects.toMatchObject(aborted)
  }
})
