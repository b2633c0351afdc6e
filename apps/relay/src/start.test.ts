import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { makeClientKey, signRelayJwt } from './auth/signRelayJwt.test.kit.ts'
import { openClient, type SocketClient } from './openClient.test.kit.ts'
import { type RunningRelay, start } from './start.ts'
import { canStartRedis, hasRedis, openRedis, startRedis } from './startRedis.test.kit.ts'

const newTopic = () => randomBytes(32).toString('hex')
const message = (topic: string, text: string) => ({ topic, message: text, ttl: 300, tag: 1108 })
const texts = (client: SocketClient) => client.inbox.map(({ message: text }) => text)

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop()
})
const metricsToken = 'what-metrics-want-here'
const readMetrics = async ({ httpUrl }: RunningRelay) => {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  return (await fetch(`${httpUrl}/metrics`, { headers })).text()
}
async function startRelay(options: Partial<start.Options> = {}): Promise<RunningRelay> {
  const relay = await start({ port: 0, metricsToken, ...options })
  open.push(relay)
  return relay
}
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
  open.push({ stop: () => rm(folder, { recursive: true, force: true }) })
  return folder
}
/** Returns the answer of a refused upgrade. */
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => new Error('was let in'),
    (cause: Error) => cause,
  )
  return error.message
}

test('[T108] error: closes with 3000 and its reason for a token of another relay, an expired one, another key', async () => {
  const iat = Math.floor(Date.now() / 1000)
  const relay = await startRelay({ audiences: ['wss://relay.example'], now: () => iat * 1000 })
  const key = makeClientKey()
  const aud = 'wss://relay.example'
  const cases: [jwt: string, reason: RegExp][] = [
    [signRelayJwt(key), /^JWT validation error: aud is not this relay$/],
    [
      signRelayJwt(key, { claims: { aud, iat: iat - 90_000, exp: iat - 3600 } }),
      /^JWT validation error: expired 3600 s ago/,
    ],
    [
      signRelayJwt(key, { claims: { aud, iat: iat + 900, exp: iat + 4000 } }),
      /iat is 900 s in the future/,
    ],
    [
      signRelayJwt({ ...makeClientKey(), clientId: key.clientId }, { claims: { aud } }),
      /the signature does not match iss$/,
    ],
    ['', /auth is missing$/],
  ]
  for (const [auth, reason] of cases) {
    const { closed } = await openClient(relay.url, { auth })
    expect(await closed).toEqual([3000, expect.stringMatching(reason)])
    // A client that did not ask for a close gets the plain HTTP refusal.
    const plain = openClient(relay.url, { auth, query: { useOnCloseEvent: '' } })
    expect(await refusal(plain)).toContain('401')
  }
  const client = await openClient(relay.url, { auth: signRelayJwt(key, { claims: { aud } }) })
  expect(await client.ask('irn_subscribe', { topic: newTopic() })).toMatch(/^[0-9a-f]{64}$/)
})

test('reads the token from the Authorization header too', async () => {
  const relay = await startRelay()
  const headers = { Authorization: `Bearer ${signRelayJwt(makeClientKey())}` }
  const client = await openClient(relay.url, { auth: '', socketOptions: { headers } })
  expect(await client.ask('irn_subscribe', { topic: newTopic() })).toMatch(/^[0-9a-f]{64}$/)
})

test('error: answers 429 to an address that connects too often, before anything is verified', async () => {
  // Frozen clock: no window ends in the middle.
  const at = Date.now()
  const relay = await startRelay({
    limits: { handshakesPer10s: 3 },
    now: () => at,
    trustedProxies: 1,
  })
  const from = (address: string, auth?: string) =>
    openClient(relay.url, { auth, socketOptions: { headers: { 'X-Forwarded-For': address } } })
  const seen: string[] = []
  // With tokens these would be 3000 each.
  for (let n = 0; n < 6; n++) seen.push(await refusal(from('1.2.3.4', 'no.to.ken')))
  expect(seen.slice(0, 3)).toEqual(Array(3).fill('was let in'))
  expect(seen.slice(3)).toEqual(Array(3).fill(expect.stringContaining('429')))
  const other = await from('9.9.9.9')
  expect(await other.ask('irn_subscribe', { topic: newTopic() })).toBeTypeOf('string')
  // An entry that the client wrote itself, in front of the proxy's, is not trusted.
  for (let n = 0; n < 7; n++) await from(`10.0.0.${n}, 5.5.5.5`).catch(() => undefined)
  expect(await refusal(from('10.0.0.99, 5.5.5.5'))).toContain('429')
})

test('serves three hundred users behind one address within the default limits', async () => {
  // A frozen clock: nothing is refilled, and no window of a limit ends.
  const at = Date.now()
  const relay = await startRelay({ now: () => at })
  const openMany = (length: number) =>
    Promise.all(Array.from({ length }, () => openClient(relay.url)))
  // 200 of them have their wallet in the same network, 100 elsewhere.
  const [sites, wallets, others] = [await openMany(200), await openMany(200), await openMany(100)]
  const users = sites.map((site, n) => ({
    ...{ site, wallet: wallets[n]!, pairing: newTopic(), session: newTopic() },
  }))
  await Promise.all(
    users.map(async ({ pairing, session, site, wallet }) => {
      const envelope = 'A'.repeat(2000)
      await site.ask('wc_proposeSession', { pairingTopic: pairing, sessionProposal: envelope })
      await wallet.ask('irn_subscribe', { topic: pairing })
      await wallet.ask('wc_approveSession', {
        ...{ pairingTopic: pairing, sessionTopic: session },
        ...{ sessionProposalResponse: `${envelope}R`, sessionSettlementRequest: envelope },
      })
      await site.ask('irn_subscribe', { topic: session })
      for (let n = 0; n < 10; n++) {
        await site.ask('irn_publish', message(session, `${n}${envelope}`))
        await wallet.ask('irn_publish', message(session, `answer ${n}`))
      }
    }),
  )
  await Promise.all(
    others.map((site) =>
      site.ask('wc_proposeSession', {
        ...{ pairingTopic: newTopic(), sessionProposal: 'A'.repeat(2000) },
      }),
    ),
  )
  await vi.waitFor(() => {
    for (const { site, wallet } of users)
      expect([site.inbox.length, wallet.inbox.length]).toEqual([12, 11])
  })
})

test('error: answers 429 to an address with too many sockets, until one is closed', async () => {
  const relay = await startRelay({ limits: { socketsPerAddress: 2 } })
  const first = await openClient(relay.url)
  await openClient(relay.url)
  expect(await refusal(openClient(relay.url))).toContain('429')
  first.socket.close()
  await first.closed
  await vi.waitFor(() => openClient(relay.url))
})

test('error: closes with 1009 for a message that is too big, 1003 for a binary one', async () => {
  const relay = await startRelay({ limits: { maxMessageBytes: 20_000 } })
  const [big, binary] = [await openClient(relay.url), await openClient(relay.url)]
  big.socket.send('x'.repeat(20_001))
  expect((await big.closed)[0]).toBe(1009)
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toEqual([1003, 'Text only'])
})

test('error: closes with 1013 for a client over its rate limit; others are unaffected', async () => {
  const relay = await startRelay({ limits: { burstMs: 20_000, requestsPerSecond: 1 } })
  const [noisy, calm] = [await openClient(relay.url), await openClient(relay.url)]
  for (let n = 0; n < 40; n++) noisy.socket.send('{"id":1,"method":"x"}')
  expect(await noisy.closed).toEqual([1013, 'Too many requests'])
  expect(await calm.ask('irn_subscribe', { topic: newTopic() })).toBeTypeOf('string')
})

test('stays up with flat memory after 10,000 malformed frames', async () => {
  const limits = { requestsPerSecond: 1e9, publishBytesPerMinute: 1e12 }
  const relay = await startRelay({ limits })
  const topic = newTopic()
  const frames = [
    '',
    '{',
    '[]',
    'null',
    '{"id":null,"method":"irn_publish"}',
    '{"id":1,"method":"irn_publish","params":null}',
    `{"id":1,"method":"irn_publish","params":{"topic":"${topic}","message":5,"ttl":1,"tag":0}}`,
    `{"id":12345678901234567890,"method":"irn_subscribe","params":{"topic":"${topic}"}}`,
    `{"id":1,"method":"irn_batchSubscribe","params":{"topics":${JSON.stringify(Array(600).fill(topic))}}}`,
    '{"id":1,"method":"constructor","params":{}}',
    '{"id":1,"__proto__":{"method":"x"},"result":{"__proto__":[]}}',
    `{"id":1,"method":"irn_subscribe","params":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '\u0000\uFFFF',
    '{"id":1e400,"method":"irn_publish"}',
    `{"id":"${'9'.repeat(3000)}","method":"x"}`,
    '{"id":1700000000000000123,"result":true}',
  ]
  const flood = async (count: number) => {
    const { ask, socket } = await openClient(relay.url)
    for (let n = 0; n < count; n++) {
      socket.send(frames[n % frames.length] ?? '')
      if (n % 200 === 0) await ask('irn_unsubscribe', { topic, id: 'x' })
    }
    await ask('irn_unsubscribe', { topic, id: 'x' })
    socket.close()
  }
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  await flood(2000)
  const before = heap()
  await flood(10_000)
  // 10,000 frames that leaked 500 bytes each would be 5 MB.
  expect(heap() - before).toBeLessThan(5_000_000)
  const client = await openClient(relay.url)
  expect(await client.ask('irn_subscribe', { topic })).toBeTypeOf('string')
  expect((await fetch(`${relay.httpUrl}/health`)).status).toBe(200)
})

test('holds messages back from a slow reader, then delivers all of them; closes with 1013 when it never reads', async () => {
  const relay = await startRelay({
    limits: {
      pauseBytes: 300_000,
      cutBytes: 2_000_000,
      // A client that does not read does not answer pings either.
      pingMs: 600_000,
      publishBytesPerMinute: 1e9,
      burstMs: 20_000_000,
    },
  })
  const writer = await openClient(relay.url)
  const slow = await openClient(relay.url, { acknowledges: true })
  const quick = await openClient(relay.url)
  const topics = Array.from({ length: 60 }, newTopic)
  await slow.ask('irn_batchSubscribe', { topics })
  await quick.ask('irn_batchSubscribe', { topics })
  slow.socket.pause()
  const big = 'A'.repeat(200_000)
  for (const [n, topic] of topics.entries()) {
    await writer.ask('irn_publish', message(topic, `${n} ${big}`))
  }
  await vi.waitFor(() => expect(quick.inbox).toHaveLength(60))
  expect(slow.inbox).toHaveLength(0)
  expect(slow.socket.readyState).toBe(WebSocket.OPEN)
  slow.socket.resume()
  await vi.waitFor(() => expect(new Set(texts(slow)).size).toBe(60))

  // Answers can not be held back: a client that asks and never reads is closed.
  const deaf = await openClient(relay.url, { acknowledges: false })
  deaf.socket.pause()
  const params = { topics: topics.slice(0, 5) }
  const ask = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_batchFetchMessages', params })
  for (let n = 0; n < 40; n++) deaf.socket.send(ask)
  await vi.waitFor(async () => {
    const text = await readMetrics(relay)
    expect(text).toContain('foyer_relay_closed_total{code="1013"} 1')
  })
  deaf.socket.terminate()
})

test('loses nothing and repeats nothing when it restarts in the middle of a session', async () => {
  const dataFolder = await makeFolder()
  const first = await start({ port: 0, dataFolder, metricsToken })
  const topic = newTopic()
  const alice = await openClient(first.url)
  const bob = await openClient(first.url)
  await bob.ask('irn_subscribe', { topic })
  await alice.ask('irn_publish', message(topic, 'before'))
  await vi.waitFor(async () => {
    const metrics = await readMetrics(first)
    expect(metrics).toContain('foyer_relay_delivery_seconds_count 1')
  })
  expect(texts(bob)).toEqual(['before'])
  bob.socket.terminate()
  await alice.ask('irn_publish', message(topic, 'while away'))
  await first.stop()
  expect(await alice.closed).toEqual([1001, 'Going away'])
  await expect(fetch(`${first.httpUrl}/health`)).rejects.toThrow()

  const second = await startRelay({ dataFolder })
  const back = await openClient(second.url, { key: bob.key })
  await back.ask('irn_subscribe', { topic })
  await vi.waitFor(() => expect(texts(back)).toEqual(['while away']))
  const folder = join(dataFolder, 'mailboxes')
  const kept = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file))),
  )
  expect(Buffer.concat(kept).toString('latin1')).toContain(topic)
  expect(Buffer.concat(kept).toString('latin1')).not.toMatch(/did:key|127\.0\.0/)
})

test('reads the intact part of a damaged journal, and logs how much was lost', async () => {
  const dataFolder = await makeFolder()
  const first = await start({ port: 0, dataFolder, metricsToken })
  const alice = await openClient(first.url)
  const topics = [newTopic(), newTopic(), newTopic()]
  for (const topic of topics) await alice.ask('irn_publish', message(topic, 'kept'))
  await first.stop()
  const folder = join(dataFolder, 'mailboxes')
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      bytes: await readFile(join(folder, name)),
    })),
  )
  const { bytes, name } = sizes.toSorted((one, other) => other.bytes.length - one.bytes.length)[0]!
  bytes[bytes.indexOf(topics[1]!)]! ^= 1
  await writeFile(join(folder, name), bytes)
  const lines: string[] = []
  const second = await startRelay({
    dataFolder,
    logDestination: { write: (line) => lines.push(line) },
  })
  const bob = await openClient(second.url)
  await bob.ask('irn_batchSubscribe', { topics })
  await vi.waitFor(() => expect(bob.inbox).toHaveLength(2))
  expect(bob.inbox.map(({ topic }) => topic)).toEqual([topics[0], topics[2]])
  expect(lines.join('')).toContain('a part of the journal can not be read')
})

/** Collects the lines of a log, parsed. */
function createLines() {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const read = (level: 'info' | 'warn' | 'error') =>
    lines.flatMap((line) => (line.level === level ? [String(line.msg)] : []))
  return { destination, lines, read }
}

test('warns of what an open relay accepts, and names its store', async () => {
  const openToAll = createLines()
  await startRelay({ logLevel: 'info', logDestination: openToAll.destination })
  expect(openToAll.read('warn')).toEqual([
    'RELAY_URLS is not set: tokens that were made for any relay are accepted',
    'API_URL is not set: every project and every origin may connect',
  ])
  expect(openToAll.lines).toContainEqual(expect.objectContaining({ store: 'memory' }))
  const closed = createLines()
  const relay = await startRelay({
    audiences: ['wss://relay.example'],
    dataFolder: await makeFolder(),
    logDestination: closed.destination,
    logLevel: 'info',
    projects: { apiUrl: 'http://127.0.0.1:1', token: 'a token of the api' },
  })
  expect(closed.read('warn')).toEqual([])
  expect(closed.lines).toContainEqual(expect.objectContaining({ store: 'journal' }))
  // Nothing answers there: the client is admitted, and the operator told.
  const aud = 'wss://relay.example'
  await openClient(relay.url, {
    auth: signRelayJwt(makeClientKey(), { claims: { aud } }),
    query: { projectId: 'shop' },
  })
  expect(closed.read('warn')).toEqual(['the api could not be asked about a project'])
  expect(await readMetrics(relay)).toContain('foyer_relay_project_checks_failed_total 1')
})

test('logs how many messages it read, and the bytes of a write that was cut short', async () => {
  const dataFolder = await makeFolder()
  const first = await start({ port: 0, dataFolder })
  const alice = await openClient(first.url)
  for (const text of ['one', 'two']) await alice.ask('irn_publish', message(newTopic(), text))
  await first.stop()
  const folder = join(dataFolder, 'mailboxes')
  const file = (await readdir(folder))
    .filter((name) => name.startsWith('journal.'))
    .sort()
    .at(-1)!
  await writeFile(join(folder, file), 'FYJ2', { flag: 'a' })
  const { destination, lines, read } = createLines()
  await startRelay({ dataFolder, logDestination: destination, logLevel: 'info' })
  expect(lines.filter(({ msg }) => msg !== 'connected')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ level: 'info', bytes: 4, file },
        msg: 'a write was cut short: no client was told that it is kept',
      }),
      expect.objectContaining({ level: 'info', messages: 2, msg: 'mailboxes read' }),
    ]),
  )
  expect(read('error')).toEqual([])
})

test('measures deliveries in seconds, and closes its mailboxes when it stops', async () => {
  let at = Date.now()
  const dataFolder = await makeFolder()
  const relay = await start({ port: 0, dataFolder, metricsToken, now: () => at })
  const bob = await openClient(relay.url, { acknowledges: false })
  const alice = await openClient(relay.url)
  const topic = newTopic()
  await bob.ask('irn_subscribe', { topic })
  let pushId = 0
  bob.socket.on('message', (data) => {
    pushId = JSON.parse(String(data)).id
  })
  await alice.ask('irn_publish', message(topic, 'text'))
  await vi.waitFor(() => expect(bob.inbox).toHaveLength(1))
  at += 2000
  bob.socket.send(JSON.stringify({ id: pushId, jsonrpc: '2.0', result: true }))
  await bob.ask('irn_unsubscribe', { topic: newTopic(), id: 'x' })
  const metrics = await readMetrics(relay)
  for (const line of [
    'foyer_relay_delivery_seconds_sum 2',
    'foyer_relay_mailboxes 1',
    'foyer_relay_mailbox_bytes 1604',
    'foyer_relay_request_seconds_count{method="irn_publish",outcome="ok"} 1',
  ])
    expect(metrics).toContain(`${line}\n`)
  const lock = join(dataFolder, 'mailboxes.lock')
  expect(await readFile(lock, 'utf8')).toBe(String(process.pid))
  await relay.stop()
  await expect(readFile(lock)).rejects.toThrow('ENOENT')
})

test.skipIf(!canStartRedis)(
  'reports when Redis goes away, and delivers what it missed when Redis is back',
  async () => {
    const redis = await startRedis()
    open.push({ stop: redis.close })
    const { destination, lines, read } = createLines()
    const relay = await startRelay({
      redisUrl: redis.url,
      logDestination: destination,
      logLevel: 'info',
    })
    expect(lines).toContainEqual(expect.objectContaining({ store: 'redis' }))
    const [alice, bob] = [await openClient(relay.url), await openClient(relay.url)]
    const topic = newTopic()
    await bob.ask('irn_subscribe', { topic })
    await redis.kill()
    await expect(alice.ask('irn_publish', message(topic, 'lost'))).rejects.toMatchObject({
      code: -32603,
    })
    expect(read('error')).toContain('the store failed')
    expect(read('warn')).toContain('Redis failed')
    expect((await fetch(`${relay.httpUrl}/health`)).status).toBe(503)
    await redis.start()
    // As another process would store it, without an announcement that arrives here.
    const other = await startRelay({ redisUrl: redis.url })
    const carol = await openClient(other.url)
    await carol.ask('irn_publish', message(topic, 'missed'))
    await vi.waitFor(() => expect(texts(bob)).toEqual(['missed']))
    await relay.stop()
    expect(await bob.closed).toEqual([1001, 'Going away'])
  },
)

test('closes clients one after the other when it stops', async () => {
  const relay = await start({ port: 0, drainMs: 1200 })
  const clients: SocketClient[] = []
  for (let count = 0; count < 6; count++) clients.push(await openClient(relay.url))
  let count = 0
  for (const { closed } of clients) void closed.then(() => count++)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopped = relay.stop()
  expect(await refusal(openClient(relay.url))).toMatch(/ECONNREFUSED|503/)
  for (const [before, { closed }] of clients.entries()) {
    expect(await closed).toEqual([1001, 'Going away'])
    expect(count).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(200)
  }
  await vi.advanceTimersByTimeAsync(5000)
  await stopped
})

test('[T108] names no topic, client, token or address in metrics and logs', async () => {
  const lines: string[] = []
  const relay = await startRelay({
    logLevel: 'debug',
    logDestination: { write: (line) => lines.push(line) },
  })
  const topic = newTopic()
  const jwtKey = makeClientKey()
  const auth = signRelayJwt(jwtKey)
  const bob = await openClient(relay.url, { key: jwtKey, auth, query: { projectId: 'my-project' } })
  const alice = await openClient(relay.url)
  const { closed } = await openClient(relay.url, { auth: `${auth.slice(0, -9)}AAAAAAAAA` })
  await closed
  await bob.ask('irn_subscribe', { topic })
  await alice.ask('irn_publish', message(topic, 'text'))
  await expect(alice.ask('irn_publish', { topic })).rejects.toMatchObject({ code: -32602 })
  await vi.waitFor(() => expect(texts(bob)).toEqual(['text']))
  const metrics = await vi.waitFor(async () => {
    const text = await readMetrics(relay)
    expect(text).toContain('foyer_relay_delivery_seconds_count 1')
    return text
  })
  for (const line of [
    'foyer_relay_sockets 2',
    'foyer_relay_topics 1',
    'foyer_relay_mailbox_messages 1',
    'foyer_relay_pushes_total 1',
    'foyer_relay_handshakes_total{outcome="refused"} 1',
    'foyer_relay_request_seconds_count{method="irn_publish",outcome="refused"} 1',
  ]) {
    expect(metrics).toContain(line)
  }
  // The last refusals are logged at the end.
  await relay.stop()
  expect(lines.join('')).toContain('the signature does not match iss')
  for (const text of [metrics, lines.join('')]) {
    expect(text).not.toContain(topic)
    expect(text).not.toContain('did:key')
    expect(text).not.toContain(auth.slice(0, 30))
    expect(text).not.toMatch(/"address"|::1/)
  }
  const loud: string[] = []
  const withAddresses = await startRelay({
    logLevel: 'info',
    logsAddresses: true,
    logDestination: { write: (line) => loud.push(line) },
  })
  await openClient(withAddresses.url)
  expect(loud.join('')).toContain('"address":"127.0.0.1"')
})

test('error: refuses metrics without the token, and to everyone when none is set', async () => {
  const relay = await startRelay()
  expect((await fetch(`${relay.httpUrl}/metrics`)).status).toBe(403)
  expect(await readMetrics(relay)).toContain('foyer_relay_sockets')
  const shut = await startRelay({ metricsToken: undefined })
  for (const headers of [
    {},
    { Authorization: `Bearer ${metricsToken}` },
    { Authorization: 'Bearer undefined' },
  ])
    expect((await fetch(`${shut.httpUrl}/metrics`, { headers })).status).toBe(403)
})

test('sends HSTS when all its addresses are wss, or when told to', async () => {
  const told = async (options: Partial<start.Options>) => {
    const { httpUrl } = await startRelay(options)
    return (await fetch(`${httpUrl}/health`)).headers.get('Strict-Transport-Security')
  }
  expect(await told({ audiences: ['wss://relay.example'] })).toContain('max-age=')
  expect(await told({ isSecure: true })).toContain('max-age=')
  expect(await told({ audiences: ['wss://relay.example', 'ws://relay.localhost'] })).toBeNull()
  expect(await told({ audiences: ['wss://relay.example'], isSecure: false })).toBeNull()
})

test('error: refuses a port that is taken, and frees what it had opened', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const dataFolder = await makeFolder()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await expect(start({ port, dataFolder })).rejects.toThrow('EADDRINUSE')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  await expect(readFile(join(dataFolder, 'mailboxes.lock'))).rejects.toThrow('ENOENT')
  await new Promise((resolve) => other.close(resolve))
})

test('error: believes no forwarded address when it is not told of a proxy', async () => {
  const relay = await startRelay({ limits: { socketsPerAddress: 1 } })
  const from = (address: string) =>
    openClient(relay.url, { socketOptions: { headers: { 'X-Forwarded-For': address } } })
  await from('1.2.3.4')
  expect(await refusal(from('1.2.3.5'))).toContain('429')
})

test.skipIf(!hasRedis)('[T108] hides each of its secrets in every line of its log', async () => {
  const redis = await openRedis()
  open.push({ stop: redis.close })
  // The Redis of the tests wants no password, and ioredis says so.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  open.push({ stop: async () => warn.mockRestore() })
  // A word that stands in a line of each relay.
  const secret = 'connected'
  for (const options of [
    { secrets: [secret] },
    { metricsToken: secret },
    { projects: { apiUrl: 'http://127.0.0.1:1', token: secret } },
    { redisUrl: redis.url.replace('//', `//:${secret}@`) },
  ]) {
    const { destination, lines } = createLines()
    const relay = await startRelay({ ...options, logLevel: 'info', logDestination: destination })
    await openClient(relay.url, { query: { projectId: 'shop' } })
    expect(lines.filter(({ msg }) => msg === '[hidden]')).toMatchObject([{ msg: '[hidden]' }])
    expect(JSON.stringify(lines)).not.toContain(secret)
  }
})
