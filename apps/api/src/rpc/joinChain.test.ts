import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createLimiter, createLog, createMemoryCounter, resolveLimits } from '@foyer/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws'
import type { Chain } from '../chains/chainConfig.ts'
import { limits as table } from '../limits.ts'
import type { Services } from '../services.ts'
import { joinChain } from './joinChain.ts'

const stops: (() => unknown)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  vi.useRealTimers()
})

/** `expect.poll` would advance the test's clock with each look. */
async function until(isTrue: () => boolean) {
  while (!isTrue()) await setImmediate()
}

async function listen() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  stops.push(() => {
    for (const socket of server.clients) socket.terminate()
    return new Promise((resolve) => server.close(resolve))
  })
  await once(server, 'listening')
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A chain that says what a test makes it say. */
async function startChain() {
  const { server, url } = await listen()
  const heard: string[] = []
  const left: Promise<unknown>[] = []
  server.on('connection', (socket) => {
    left.push(once(socket, 'close'))
    socket.on('message', (data) => heard.push(String(data)))
  })
  return {
    heard,
    /** One promise a connection, which resolves when it ends. */
    left,
    url,
    close() {
      for (const socket of server.clients) socket.close()
    },
    say(text: string) {
      for (const socket of server.clients) socket.send(text)
    },
  }
}
type TestChain = Awaited<ReturnType<typeof startChain>>

/** An address that accepts connections and never answers. */
async function startSilence() {
  const accepted: Promise<unknown>[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {}).resume()
    accepted.push(once(socket, 'close'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  return { accepted, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Options = {
  readonly client?: ClientOptions
  readonly limits?: NonNullable<Parameters<typeof resolveLimits<typeof table>>[1]>
  readonly namespace?: Chain['namespace']
  readonly take?: Services['limiter']['take']
  readonly wsUrls?: readonly string[]
}

/** Joins a client to a chain. `down` is the server's end of the client's socket. */
async function join(
  chain: TestChain,
  { client, limits, namespace = 'eip155', take, wsUrls = [chain.url] }: Options = {},
) {
  const { server, url } = await listen()
  const arrival = once(server, 'connection') as Promise<[WebSocket]>
  const socket = new WebSocket(url, client)
  const said: string[] = []
  socket.on('message', (data) => said.push(String(data)))
  const closed = once(socket, 'close').then(([code]) => code as number)
  const [down] = await arrival
  const logLines: string[] = []
  const counted = createLimiter({ counters: [createMemoryCounter().count], now: Date.now })
  joinChain(down, {
    chain: { caipId: `${namespace}:1`, namespace, wsUrls: [...wsUrls] } as unknown as Chain,
    client: 'client',
    projectId: 'project',
    services: {
      limiter: take ? { take } : counted,
      limits: resolveLimits(table, limits),
      log: createLog({ app: 'api', destination: { write: (line) => logLines.push(line) } }),
    },
  })
  await once(socket, 'open').catch(() => {})
  const send = (method: string, params: unknown[] = [], id: unknown = 1) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  return {
    closed,
    down,
    logLines,
    said,
    send,
    socket,
    /** Waits until the chain has heard so many calls. */
    heard: (count: number) => until(() => chain.heard.length === count),
    /** Waits for these answers and nothing before them. */
    async hears(...texts: unknown[]) {
      await until(() => said.length >= texts.length)
      const parsed = said.splice(0).map((text) => JSON.parse(text))
      expect(parsed).toEqual(texts.map((text) => expect.objectContaining(text)))
    },
  }
}
const answer = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
const refusal = (message: string, code = -32005) => ({ error: { code, message } })

test('calls the chain with ids of its own, and answers with those of the client', async () => {
  const chain = await startChain()
  const { hears, heard, said, send, socket } = await join(chain)
  send('eth_chainId', [], 'a')
  socket.send('{"jsonrpc":"2.0","id":1.50,"method":"eth_gasPrice"}')
  await heard(2)
  expect(chain.heard).toEqual([
    '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    '{"jsonrpc":"2.0","id":2,"method":"eth_gasPrice"}',
  ])
  chain.say(answer(2, '0x2'))
  // One call was answered before, the other was never made.
  chain.say(answer(2, '0x3'))
  chain.say(answer(3, '0x4'))
  chain.say(answer(1, '0x1'))
  await until(() => said.length === 2)
  expect(said[0]).toContain('"id":1.50,')
  await hears({ id: 1.5, result: '0x2' }, { id: 'a', result: '0x1' })
})

test('passes on notifications of the chain only while the client is subscribed', async () => {
  const chain = await startChain()
  const { hears, heard, send } = await join(chain, { namespace: 'solana' })
  const notify = (method: unknown, subscription: unknown, result?: string) =>
    chain.say(
      `{"method":${JSON.stringify(method)},"params":{"subscription":${JSON.stringify(subscription)}${result === undefined ? '' : `,"result":${result}`}}}`,
    )
  send('slotSubscribe')
  send('signatureSubscribe')
  await heard(2)
  notify('slotNotification', 5, '"early"')
  chain.say(answer(1, 5))
  chain.say(answer(2, 6))
  notify('slotNotification', 7, '"another socket’s"')
  notify('slotNotification', '5', '"another id"')
  notify('slotsUpdatesNotification', 5, '"another method"')
  notify(['slotNotification'], 5, '"no method"')
  notify('slotNotification', 5, `${'['.repeat(65)}${']'.repeat(65)}`)
  notify('slotNotification', 5)
  notify('signatureNotification', 6, '{"value":"receivedSignature"}')
  notify('signatureNotification', 6, '{"value":{"err":null}}')
  notify('signatureNotification', 6, '"after its end"')
  send('slotUnsubscribe', [5])
  await heard(3)
  chain.say(answer(3, false))
  notify('slotNotification', 5, '2')
  send('slotUnsubscribe', [5])
  await heard(4)
  chain.say(answer(4, true))
  notify('slotNotification', 5, '"after unsubscribing"')
  chain.say('no JSON')
  send('getSlot')
  await heard(5)
  chain.say(answer(5, 9))
  const method = 'slotNotification'
  await until(() => chain.heard.length === 5)
  await hears(
    { result: 5 },
    { result: 6 },
    { method, params: { subscription: 5, result: null } },
    { params: { subscription: 6, result: { value: 'receivedSignature' } } },
    { params: { subscription: 6, result: { value: { err: null } } } },
    { result: false },
    { method, params: { subscription: 5, result: 2 } },
    { result: true },
    { result: 9 },
  )
})

test('counts a subscription only when the chain grants it', async () => {
  const chain = await startChain()
  const { hears, heard, send } = await join(chain, { limits: { socketSubscriptions: 1 } })
  const full = refusal('at most 1 subscriptions')
  let asked = 0
  for (const result of [true, null, { id: 1 }]) {
    send('eth_subscribe')
    send('eth_subscribe')
    await heard(++asked)
    await hears(full)
    chain.say(answer(asked, result))
    await hears({ result })
  }
  send('eth_subscribe')
  await heard(++asked)
  chain.say(`{"id":${asked},"error":{"code":-32000,"message":"no"}}`)
  await hears({ error: { code: -32000, message: 'no' } })
  for (const id of ['0x1', 7]) {
    send('eth_subscribe')
    await heard(++asked)
    chain.say(answer(asked, id))
    await hears({ result: id })
    send('eth_subscribe')
    await hears(full)
    send('eth_unsubscribe', [id])
    await heard(++asked)
    chain.say(answer(asked, true))
    await hears({ result: true })
  }
})

test('error: refuses calls above the number that may be pending, until one is answered', async () => {
  const chain = await startChain()
  const { hears, heard, send } = await join(chain, { limits: { socketCallsAtOnce: 2 } })
  send('eth_chainId')
  send('eth_chainId')
  send('eth_chainId', [], 'third')
  await hears({ id: 'third', ...refusal('at most 2 calls at a time') })
  chain.say(answer(1, '0x1'))
  await hears({ result: '0x1' })
  send('eth_chainId')
  await heard(3)
})

test("error: counts every message towards the client's rate limit, even one that is refused", async () => {
  const chain = await startChain()
  const { hears, send, socket } = await join(chain, { limits: { rpcCallsPerMinute: 2 } })
  socket.send('{')
  send('eth_sign')
  send('eth_chainId', [], 'third')
  await hears(
    refusal('The message is not valid JSON', -32700),
    refusal('The method eth_sign is not available here', -32601),
    { id: 'third', ...refusal('Too many requests') },
  )
  expect(chain.heard).toEqual([])
})

test('error: closes the socket of a client when too many unread bytes are waiting for it', async () => {
  const chain = await startChain()
  const { closed, down, hears, heard, send } = await join(chain, {
    limits: { socketWaitingBytes: 1000 },
  })
  let waiting = 1000
  Object.defineProperty(down, 'bufferedAmount', { get: () => waiting })
  send('eth_chainId')
  await heard(1)
  chain.say(answer(1, '0x1'))
  await hears({ result: '0x1' })
  waiting = 1001
  send('eth_sign')
  expect(await closed).toBe(1013)
  await Promise.all(chain.left)
})

test('pings each client, and disconnects one that has not answered by the next ping', async () => {
  const chain = await startChain()
  const lively = await join(chain, { limits: { socketPingMs: 1000 } })
  let pings = 0
  lively.socket.on('ping', () => pings++)
  for (let round = 1; round <= 3; round++) {
    vi.advanceTimersByTime(999)
    expect(pings).toBe(round - 1)
    vi.advanceTimersByTime(1)
    await until(() => pings === round)
    // An answer that follows the pong.
    lively.send('eth_sign')
    await lively.hears(refusal('The method eth_sign is not available here', -32601))
  }
  lively.socket.terminate()
  await Promise.all(chain.left)
  const dead = await join(chain, { client: { autoPong: false }, limits: { socketPingMs: 1000 } })
  vi.advanceTimersByTime(1999)
  dead.send('eth_sign')
  await dead.hears(refusal('The method eth_sign is not available here', -32601))
  vi.advanceTimersByTime(1)
  expect(await dead.closed).toBe(1006)
  await Promise.all(chain.left)
  expect(vi.getTimerCount()).toBe(0)
})

test('disconnects a client that sends pongs without reading the pings', async () => {
  const chain = await startChain()
  const { closed, down, hears, send, socket } = await join(chain, {
    ...{ client: { autoPong: false }, limits: { socketPingMs: 1000 } },
  })
  let pongs = 0
  down.on('pong', () => pongs++)
  vi.advanceTimersByTime(1000)
  for (const payload of ['', '1', 'pong']) socket.pong(payload)
  await until(() => pongs === 3)
  send('eth_sign')
  await hears(refusal('The method eth_sign is not available here', -32601))
  vi.advanceTimersByTime(1000)
  expect(await closed).toBe(1006)
  await Promise.all(chain.left)
})

test('error: fails a call that the chain has not answered in time, and drops a late answer', async () => {
  const chain = await startChain()
  const limits = { socketAnswerMs: 2000, socketPingMs: 1000 }
  const { hears, heard, send } = await join(chain, { limits })
  send('eth_chainId', [], 'old')
  await heard(1)
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(Date.now() + 1)
  send('eth_gasPrice', [], 'new')
  await heard(2)
  vi.setSystemTime(Date.now() - 1)
  vi.advanceTimersByTime(1000)
  await hears({ id: 'old', ...refusal('The chain did not answer in time', -32603) })
  chain.say(answer(1, '0x1'))
  chain.say(answer(2, '0x2'))
  await hears({ id: 'new', result: '0x2' })
})

test('error: closes the socket when the chain has not answered a subscription in time', async () => {
  const chain = await startChain()
  const limits = { socketAnswerMs: 1000, socketPingMs: 1000 }
  const { closed, heard, send } = await join(chain, { limits })
  send('eth_subscribe')
  await heard(1)
  vi.advanceTimersByTime(1000)
  expect(await closed).toBe(1013)
  await Promise.all(chain.left)
})

test('handles messages one after another, and stops reading while too many are waiting', async () => {
  const chain = await startChain()
  const admits: (() => void)[] = []
  const { down, heard, send } = await join(chain, {
    limits: { socketMessagesAhead: 3 },
    // Each call is counted twice: for the client, and without a wait for the project.
    take: ({ key }) =>
      key.startsWith('rpcOfProject')
        ? Promise.resolve()
        : new Promise<void>((resolve) => admits.push(resolve)),
  })
  const arrived = (count: number) =>
    new Promise<void>((resolve) => {
      let seen = 0
      down.on('message', () => ++seen === count && resolve())
    })
  const two = arrived(2)
  send('eth_chainId')
  send('eth_gasPrice')
  await two
  expect([down.isPaused, admits.length]).toEqual([false, 1])
  const third = arrived(1)
  send('eth_blockNumber')
  await third
  expect(down.isPaused).toBe(true)
  for (const count of [1, 2, 3]) {
    await until(() => admits.length === count)
    admits[count - 1]!()
    await heard(count)
  }
  await until(() => down.isPaused === false)
  expect(chain.heard.map((text) => JSON.parse(text).method)).toEqual([
    'eth_chainId',
    'eth_gasPrice',
    'eth_blockNumber',
  ])
})

test('error: closes the socket when a message can not be handled, and logs the reason', async () => {
  const chain = await startChain()
  const { closed, down, logLines, send } = await join(chain)
  down.send = () => {
    throw new Error('broken pipe')
  }
  send('eth_sign')
  expect(await closed).toBe(1011)
  expect(logLines.join()).toMatch(/broken pipe.*a message of a socket failed/)
  await Promise.all(chain.left)
})

test('error: disconnects from the chain at once when a client sends an invalid frame', async () => {
  const chain = await startChain()
  const { heard, send, socket } = await join(chain)
  send('eth_chainId')
  await heard(1)
  // The client neither reads nor closes.
  const { _socket: raw } = socket as unknown as { _socket: import('node:net').Socket }
  raw.pause()
  raw.write(Buffer.from([0xff, 0xff]))
  await Promise.all(chain.left)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('sends early messages to the first address of the chain that answers', async () => {
  const chain = await startChain()
  const silent = await startSilence()
  const { heard, logLines, send } = await join(chain, {
    limits: { socketConnectMs: 1_000 },
    wsUrls: [`${silent.url}/key`, chain.url],
  })
  send('eth_chainId')
  send('eth_gasPrice')
  await heard(2)
  expect(chain.heard.map((text) => JSON.parse(text).id)).toEqual([1, 2])
  expect(JSON.parse(logLines[0]!)).toMatchObject({
    ...{ chain: 'eip155:1', reason: 'Error', msg: 'a socket to a chain failed' },
  })
})

test('error: closes the socket when the chain disconnects, even if it has another address', async () => {
  const [first, second] = [await startChain(), await startChain()]
  const { closed, heard, send } = await join(first, { wsUrls: [first.url, second.url] })
  send('eth_chainId')
  await heard(1)
  first.close()
  expect(await closed).toBe(1012)
  expect(second.left).toEqual([])
})

test('tries no other address of the chain for a client that has disconnected', async () => {
  const chain = await startChain()
  const silent = await startSilence()
  const { closed, socket } = await join(chain, { wsUrls: [silent.url, chain.url] })
  await until(() => silent.accepted.length === 1)
  socket.terminate()
  await closed
  await Promise.all(silent.accepted)
  // A later client is the first that the chain sees.
  const later = await join(chain)
  later.send('eth_chainId')
  await later.heard(1)
  expect(chain.left).toHaveLength(1)
})
