import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { shop, shut } from '../createTestApi.test.kit.ts'
import { limits } from '../limits.ts'
import { type Api, start } from '../start.ts'
import { askChain } from './sendFrom.test.kit.ts'

/** A chain that never answers. */
let silent: WebSocketServer
let anvil: EvmChain
let api: Api
const chain = (id: number, wsUrls?: string[]) => ({
  caipId: `eip155:${id}`,
  name: 'Devnet',
  rpcUrls: [anvil.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...(wsUrls ? { wsUrls } : {}),
})
beforeAll(async () => {
  silent = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(silent, 'listening')
  anvil = await startEvm({ chainId: 31337, port: 0 })
  const real = anvil.url.replace('http', 'ws')
  api = await start({
    port: 0,
    projects: [shop, shut],
    chains: [
      chain(31337, [real]),
      chain(1, ['ws://127.0.0.1:9', real]),
      chain(2, ['ws://127.0.0.1:9']),
      chain(3),
      chain(4, [`ws://127.0.0.1:${(silent.address() as AddressInfo).port}`]),
    ],
    limits: { rpcCallsPerMinute: 400 },
    trustedProxies: 1,
  })
})
afterAll(async () => {
  await api.stop()
  await anvil.stop()
  silent.close()
})
const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

/** Each test has its own address, since calls are counted. */
let visitors = 0
function connect(
  query: string = `chainId=eip155:31337&projectId=${shop.id}`,
  headers: Record<string, string> = {},
) {
  visitors += 1
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v1/?${query}`, {
    headers: { 'X-Forwarded-For': `10.1.${visitors}.1`, ...headers },
  })
  open.push(socket)
  const heard: string[] = []
  const waiting: ((text: string) => void)[] = []
  socket.on('message', (data) => {
    const next = waiting.shift()
    if (next) next(String(data))
    else heard.push(String(data))
  })
  const opened = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', () => resolve(0))
  })
  return {
    socket,
    opened,
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
    hear: () =>
      new Promise<string>((resolve) => {
        const text = heard.shift()
        if (text === undefined) waiting.push(resolve)
        else resolve(text)
      }),
    async ask(text: string) {
      await opened
      socket.send(text)
      return this.hear()
    },
  }
}
const call = (method: string, params: unknown[] = [], id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`

test('passes calls and subscriptions on, with ids as they were written', async () => {
  const client = connect(undefined, { Origin: 'https://shop.example' })
  expect(JSON.parse(await client.ask(call('eth_chainId')))).toMatchObject({
    id: 1,
    result: '0x7a69',
  })
  const subscribed = await client.ask(call('eth_subscribe', ['newHeads'], '"abc"'))
  const { id, result } = JSON.parse(subscribed) as { id: string; result: string }
  expect(id).toBe('abc')
  await askChain(anvil.url, 'anvil_mine', ['0x1'])
  expect(JSON.parse(await client.hear())).toMatchObject({
    method: 'eth_subscription',
    params: { subscription: result, result: { number: expect.stringMatching(/^0x/) } },
  })
  expect(JSON.parse(await client.ask(call('eth_unsubscribe', [result])))).toMatchObject({
    result: true,
  })
})

test('keeps messages that arrive before the chain is connected, and tries another address', async () => {
  const client = connect(`chainId=eip155:1&projectId=${shop.id}`)
  expect(JSON.parse(await client.ask(call('eth_chainId')))).toMatchObject({ result: '0x7a69' })
})

test('lists the chains that are available by WebSocket', async () => {
  const response = await fetch(`${api.url}/v1/supported-chains?projectId=${shop.id}`)
  expect(await response.json()).toMatchObject({
    ws: ['eip155:31337', 'eip155:1', 'eip155:2', 'eip155:4'],
  })
})

test.each([
  ['no project', 'chainId=eip155:31337', {}, 401],
  ['a disabled project', `chainId=eip155:31337&projectId=${shut.id}`, {}, 403],
  ['a page of another origin', undefined, { Origin: 'https://evil.example' }, 403],
  ['an unknown chain', `chainId=eip155:9&projectId=${shop.id}`, {}, 400],
  ['a chain without socket', `chainId=eip155:3&projectId=${shop.id}`, {}, 400],
])('error: refuses %s before the upgrade', async (_, query, headers, status) => {
  expect(await connect(query, headers as Record<string, string>).opened).toBe(status)
})

test.each([
  ['{', -32700],
  ['[]', -32600],
  [`[${call('eth_chainId')}]`, -32600],
  [call('eth_sign'), -32601],
  [call('debug_traceTransaction'), -32601],
  [call('accountSubscribe'), -32601],
])('error: answers %s itself, without the chain', async (text, code) => {
  expect(JSON.parse(await connect().ask(text))).toMatchObject({ error: { code } })
})

test('error: closes the socket when the chain can not be reached', async () => {
  expect(await connect(`chainId=eip155:2&projectId=${shop.id}`).closed).toBe(1012)
})

test('error: closes the socket after a message that is too long or is not text', async () => {
  const long = connect()
  await long.opened
  long.socket.send('x'.repeat(300_000))
  expect(await long.closed).toBe(1009)
  const binary = connect()
  await binary.opened
  binary.socket.send(Buffer.from([1, 2, 3]))
  expect(await binary.closed).toBe(1003)
})

test('error: refuses more subscriptions than a socket may have', async () => {
  const client = connect()
  await client.opened
  let last = ''
  for (let i = 0; i < 100; i++) last = await client.ask(call('eth_subscribe', ['newHeads']))
  expect(JSON.parse(await client.ask(call('eth_subscribe', ['newHeads'])))).toMatchObject({
    error: { code: -32005, message: 'at most 100 subscriptions' },
  })
  // An ended subscription does not count any more.
  await client.ask(call('eth_unsubscribe', [JSON.parse(last).result]))
  expect(JSON.parse(await client.ask(call('eth_subscribe', ['newHeads'])))).toHaveProperty('result')
})

test('error: refuses more concurrent calls than a socket may have', async () => {
  const client = connect(`chainId=eip155:4&projectId=${shop.id}`)
  await client.opened
  for (let i = 0; i < limits.socketCallsAtOnce.default; i++) client.socket.send(call('eth_chainId'))
  expect(JSON.parse(await client.ask(call('eth_chainId', [], '7')))).toMatchObject({
    id: 7,
    error: { code: -32005, message: `at most ${limits.socketCallsAtOnce.default} calls at a time` },
  })
})

test('error: refuses more calls than a client may make', async () => {
  const client = connect()
  await client.opened
  for (let i = 0; i < 400; i++) await client.ask(call('eth_chainId'))
  expect(JSON.parse(await client.ask(call('eth_chainId')))).toMatchObject({
    id: 1,
    error: { code: -32005, message: 'Too many requests' },
  })
})

test('error: refuses more sockets than a client may have', async () => {
  const headers = { 'X-Forwarded-For': '10.9.9.9' }
  const all = Array.from({ length: 20 }, () => connect(undefined, headers))
  expect(new Set(await Promise.all(all.map(({ opened }) => opened)))).toEqual(new Set([101]))
  expect(await connect(undefined, headers).opened).toBe(429)
  all[0]!.socket.close()
  await all[0]!.closed
  await expect.poll(() => connect(undefined, headers).opened).toBe(101)
})

test('does not count refused sockets towards the limit of a client', async () => {
  const headers = { 'X-Forwarded-For': '10.8.8.8' }
  for (let n = 0; n < 25; n++)
    expect(await connect('chainId=eip155:31337&projectId=nobody', headers).opened).toBe(401)
  expect(await connect(undefined, headers).opened).toBe(101)
})

test('closes its sockets with "going away" when the server stops', async () => {
  const own = await start({
    port: 0,
    projects: [shop],
    chains: [chain(31337, [anvil.url.replace('http', 'ws')])],
  })
  const socket = new WebSocket(
    `${own.url.replace('http', 'ws')}/v1/?chainId=eip155:31337&projectId=${shop.id}`,
  )
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await own.stop()
  expect(await closed).toBe(1001)
})
