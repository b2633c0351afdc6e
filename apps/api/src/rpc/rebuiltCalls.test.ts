import { once } from 'node:events'
import { watchCost } from '@foyer/server/testCost'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { shop } from '../createTestApi.test.kit.ts'
import { type Api, start } from '../start.ts'
import { allowedMethods, allowedSubscriptions } from './allowedMethods.ts'
import { hostileCall } from './hostileCalls.test.kit.ts'
import { type LooseNode, startLooseNode } from './startLooseNode.test.kit.ts'

/** See the head of `docs/limits.md`. */
const runs = Number(process.env.HOSTILE_INPUTS ?? 300)
const allowed = new Set([...allowedMethods.eip155, ...allowedSubscriptions.eip155])
let node: LooseNode
let api: Api
/** Extra text in the node's answers; set by a test. */
let extra = ''
beforeAll(async () => {
  node = await startLooseNode(
    ({ id, method }) =>
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"0x${method === 'eth_subscribe' ? `${String(id)}f` : '1'}"${extra}}`,
  )
  api = await start({
    port: 0,
    projects: [shop],
    // It reads the chain's latest block every two seconds, and only what clients sent is counted here.
    indexer: false,
    chains: [
      {
        caipId: 'eip155:1',
        name: 'Loose',
        rpcUrls: [node.url],
        wsUrls: [node.wsUrl],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    limits: {
      callsPerMinute: 1_000_000,
      rpcCallsPerMinute: 1_000_000,
      projectRpcCallsPerMinute: 1_000_000,
    },
  })
})
afterAll(async () => {
  await api.stop()
  await node.stop()
})
beforeEach(() => {
  node.heard.length = 0
  extra = ''
})

const query = `chainId=eip155:1&projectId=${shop.id}`
const post = (body: string) => fetch(`${api.url}/v1/?${query}`, { method: 'POST', body })
async function connect() {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v1/?${query}`)
  const said: string[] = []
  socket.on('message', (data) => said.push(String(data)))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, said }
}
/** Sends hostile calls, which must leave nothing behind. */
async function sendHostileCalls(name: string, send: (text: string) => Promise<void>) {
  const taken = fc.asyncProperty(hostileCall, async (text) => {
    node.heard.length = 0
    await send(text)
    expectAllowed()
    heard += node.heard.length
  })
  let heard = 0
  const { firstWorkMs, grownBytes, lastWorkMs } = await watchCost(name, (quarter) =>
    fc.assert(taken, { numRuns: Math.ceil(runs / 4), seed: quarter }),
  )
  expect(heard).toBeGreaterThan(0)
  expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
  expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
}
/** None of these names may reach a node in any spelling that another parser reads as a call. */
const expectAllowed = () => {
  for (const { method, text } of node.heard) expect(allowed.has(method), text).toBe(true)
}

test('[T121] [T122] passes only allowed methods over HTTP to a node that ignores the case of member names', async () => {
  await sendHostileCalls(`${runs} hostile calls over HTTP`, async (text) => {
    const response = await post(text)
    await response.arrayBuffer()
    expect(response.status).toBeLessThan(500)
  })
}, 1_800_000)

test('[T121] [T122] passes only allowed methods over WebSocket to a node that ignores the case of member names', async () => {
  const { said, socket } = await connect()
  await sendHostileCalls(`${runs} hostile calls over WebSocket`, async (text) => {
    const answered = once(socket, 'message')
    socket.send(text)
    await answered
    // Each message is answered once.
    expect(said.splice(0)).toHaveLength(1)
  })
  socket.terminate()
}, 1_800_000)

test('[T121] does not pass a second method in the same message to the node', async () => {
  const text = '{"jsonrpc":"2.0","id":7,"method":"eth_chainId","Method":"evm_snapshot"}'
  const { said, socket } = await connect()
  socket.send(text)
  await expect.poll(() => said).toEqual(['{"jsonrpc":"2.0","id":7,"result":"0x1"}'])
  expect(await (await post(text)).text()).toBe('{"jsonrpc":"2.0","id":7,"result":"0x1"}')
  expect(node.heard.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_chainId'])
  socket.terminate()
})

test('[T121] does not pass members that a node adds to an answer to the client', async () => {
  extra = ',"Result":"0xevil","ERROR":{"code":1},"method":"eth_subscription"'
  const { said, socket } = await connect()
  socket.send('{"jsonrpc":"2.0","id":"a","method":"eth_chainId"}')
  await expect.poll(() => said).toEqual(['{"jsonrpc":"2.0","id":"a","result":"0x1"}'])
  node.say('{"jsonrpc":"2.0","id":"a","result":"0x2"}')
  node.say(
    '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x9","result":1}}',
  )
  node.say('{"jsonrpc":"2.0","method":"wallet_do","params":{"subscription":"0x1f","result":1}}')
  node.say('no JSON')
  socket.send('{"jsonrpc":"2.0","id":"b","method":"eth_subscribe","params":["newHeads"]}')
  await expect.poll(() => said.at(-1)).toContain('"id":"b"')
  // Passes only this socket's subscriptions, and no second spelling of any name.
  const { result } = JSON.parse(said.at(-1)!) as { result: string }
  node.say(
    `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${result}","result":{"a":1,"a":123456789012345678901},"Result":2}}`,
  )
  await expect.poll(() => said.length).toBe(3)
  expect(said.at(-1)).toBe(
    `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${result}","result":{"a":123456789012345678901}}}`,
  )
  expect(await (await post('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')).text()).toBe(
    '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
  )
  socket.terminate()
})

test('[T122] grants no more subscriptions to a client that unsubscribes from unknown ones', async () => {
  const { said, socket } = await connect()
  const ask = async (method: string, param: string) => {
    const before = said.length
    socket.send(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":["${param}"]}`)
    await expect.poll(() => said.length, { interval: 1 }).toBe(before + 1)
    return JSON.parse(said.at(-1)!) as { result?: string; error?: { code: number } }
  }
  const granted: string[] = []
  for (let round = 0; round < 220; round++) {
    const { error, result } = await ask('eth_subscribe', 'newHeads')
    if (error) expect(error.code).toBe(-32005)
    else granted.push(result!)
    await ask('eth_unsubscribe', '0xnever')
  }
  expect(granted).toHaveLength(100)
  socket.terminate()
})

test('[T111] error: refuses calls that are nested too deep, over HTTP and WebSocket', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const text = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${deep}}`
  const refused = { id: 1, error: { code: -32600 } }
  expect(await (await post(text)).json()).toMatchObject(refused)
  const { said, socket } = await connect()
  socket.send(text)
  await expect.poll(() => said.map((one) => JSON.parse(one))).toMatchObject([refused])
  expect(node.heard).toEqual([])
  socket.terminate()
})

test('error: refuses a transaction whose parameters are not a list', async () => {
  const text = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":{}}'
  expect(await (await post(text)).json()).toMatchObject({ error: { code: -32602 } })
})
