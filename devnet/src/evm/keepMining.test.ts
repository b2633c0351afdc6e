import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepMining } from './keepMining.ts'

type Call = { id: number; method: string }

/** A node with a transaction in its pool that no other one follows: anvil gets there by chance only, in one of thousands of tests. */
async function startNode({ isAutomatic = true, isMinable = true, isBroken = false } = {}) {
  const node = {
    ...{ pending: 1, block: 7, mined: 0, looks: 0, isStrange: false },
    ...{ isAutomatic, isMinable, isBroken },
  }
  const answers: Record<string, () => unknown> = {
    txpool_status: () => ({ pending: `0x${node.pending.toString(16)}`, queued: '0x0' }),
    eth_blockNumber: () => `0x${node.block.toString(16)}`,
    anvil_getAutomine: () => node.isAutomatic,
    evm_mine() {
      node.block += 1
      node.mined += 1
      node.pending = node.isMinable ? 0 : 1
    },
  }
  const server = createServer(async (request, response) => {
    const calls = (await json(request)) as Call[]
    if (calls.some(({ method }) => method === 'txpool_status')) node.looks += 1
    if (node.isBroken) return request.socket.destroy()
    if (node.isStrange) return response.end(JSON.stringify({ error: { code: -32601 } }))
    // A batch may be answered in any order.
    const all = calls.map(({ id, method }) => ({ id, result: answers[method]?.() })).reverse()
    response.end(JSON.stringify(all))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = keepMining(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 5)
  onTestFinished(() => {
    stop()
    server.close()
  })
  return { node, stop }
}

/** Waits for some more looks at the pool. */
async function lookMore(node: { looks: number }, count = 6) {
  const from = node.looks
  await vi.waitFor(() => expect(node.looks).toBeGreaterThanOrEqual(from + count))
}

test('mines one block for what is left in the pool, each time', async () => {
  const { node } = await startNode()
  await vi.waitFor(() => expect(node.mined).toBe(1))
  await lookMore(node)
  expect(node.mined).toBe(1)
  node.pending = 2
  await vi.waitFor(() => expect(node.mined).toBe(2))
})

test('mines one block, and no second one, for a transaction that no block takes; others that come later are mined', async () => {
  const { node } = await startNode({ isMinable: false })
  await vi.waitFor(() => expect(node.mined).toBe(1))
  await lookMore(node)
  expect(node.mined).toBe(1)
  node.pending = 2
  await vi.waitFor(() => expect(node.pending).toBe(1))
})

test('mines nothing for a node whose answers it can not read', async () => {
  const { node } = await startNode()
  node.isStrange = true
  await lookMore(node)
  expect(node.mined).toBe(0)
})

test('mines nothing while mining is switched off, and while blocks come', async () => {
  const { node } = await startNode({ isAutomatic: false })
  await lookMore(node)
  expect(node.mined).toBe(0)
  const blocks = setInterval(() => {
    node.block += 1
  }, 0)
  onTestFinished(() => clearInterval(blocks))
  node.isAutomatic = true
  await lookMore(node)
  expect(node.mined).toBe(0)
})

test('asks again when the node does not answer, and no more once it is stopped', async () => {
  const { node, stop } = await startNode({ isBroken: true })
  await lookMore(node)
  node.isBroken = false
  await vi.waitFor(() => expect(node.mined).toBe(1))
  stop()
  const { looks: last } = node
  node.pending = 1
  await new Promise((resolve) => setTimeout(resolve, 100))
  // One look may have been under way.
  expect(node.looks).toBeLessThanOrEqual(last + 1)
  expect(node.mined).toBe(1)
})
