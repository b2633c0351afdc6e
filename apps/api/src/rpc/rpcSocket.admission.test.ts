import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createLimiter, createLog, createMemoryCounter, resolveLimits } from '@foyer/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws'
import type { Chain } from '../chains/chainConfig.ts'
import { shop, shut } from '../createTestApi.test.kit.ts'
import { limits as table } from '../limits.ts'
import type { Project } from '../projects/projects.ts'
import { serveRpcSockets } from './rpcSocket.ts'

afterEach(() => void vi.useRealTimers())

const projectOf = (project: typeof shop & { isDisabled?: boolean }): Project => ({
  ...{ isDisabled: false, isDevelopment: false, ...project },
  allowedOrigins: project.origins,
})
const known = new Map([shop, shut].map((project) => [project.id, projectOf(project)]))

/** Serves sockets to a chain that accepts every connection. */
async function serve({
  getProject = async (id: string) => known.get(id),
  limits = {},
}: {
  getProject?: (id: string) => Promise<Project | undefined>
  limits?: Parameters<typeof resolveLimits<typeof table>>[1]
} = {}) {
  const upstream = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(upstream, 'listening')
  const wsUrls = [`ws://127.0.0.1:${(upstream.address() as AddressInfo).port}`]
  const chains = [
    { caipId: 'eip155:1', namespace: 'eip155', wsUrls },
    { caipId: 'eip155:2', namespace: 'eip155' },
  ] as unknown as Chain[]
  const server = createServer((_, response) => response.writeHead(404).end())
  /** The sockets of the server, as they arrived. */
  const arrived: Socket[] = []
  server.on('connection', (socket) => arrived.push(socket))
  const logLines: string[] = []
  const stop = serveRpcSockets(server, {
    getProject,
    limiter: createLimiter({ counters: [createMemoryCounter().count], now: Date.now }),
    limits: resolveLimits(table, limits),
    log: createLog({ app: 'api', destination: { write: (line) => logLines.push(line) } }),
    rpc: {
      chains,
      findChain: (caipId) => chains.find((chain) => chain.caipId === caipId),
      send: async () => [],
    },
    trustedProxies: 0,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    stop()
    for (const socket of arrived) socket.destroy()
    server.close()
    upstream.close()
  })
  const ask = (
    path = `/v1/?chainId=eip155:1&projectId=${shop.id}`,
    { origin, ...options }: { origin?: string } & ClientOptions = {},
  ) => {
    const headers = origin === undefined ? {} : { Origin: origin }
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, ...options })
    socket.on('error', () => {})
    const status = new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
    })
    return { socket, status }
  }
  return { arrived, ask, logLines, port, stop }
}
const statusOf = ({ status }: { status: Promise<number> }) => status
const query = (chainId: string, projectId: string) => `?chainId=${chainId}&projectId=${projectId}`
const good = query('eip155:1', shop.id)

test.each([
  ['/v1/', good, undefined, 101],
  ['/v1', good, undefined, 101],
  ['/v1/', good, 'https://shop.example', 101],
  ['/v2/', good, undefined, 404],
  ['/', good, undefined, 404],
  ['//', '', undefined, 404],
  ['/v1/', '?chainId=eip155:1', undefined, 401],
  ['/v1/', query('eip155:1', 'nobody'), undefined, 401],
  ['/v1/', query('eip155:1', 'd'.repeat(32)), undefined, 401],
  ['/v1/', query('eip155:1', shut.id), undefined, 403],
  ['/v1/', query('eip155:1', shut.id), 'https://shop.example', 403],
  ['/v1/', good, 'https://evil.example', 403],
  ['/v1/', `?projectId=${shop.id}`, undefined, 400],
  ['/v1/', query('eip155:9', shop.id), undefined, 400],
  ['/v1/', query('eip155:2', shop.id), undefined, 400],
])(
  'answers an upgrade of %s%s from the origin %s with %i',
  async (path, search, origin, status) => {
    const { ask } = await serve()
    expect(await ask(`${path}${search}`, origin === undefined ? {} : { origin }).status).toBe(
      status,
    )
  },
)

test('error: gives the reason in the body when it refuses a socket', async () => {
  const { port } = await serve()
  const response = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.write(
      `GET /v1/${query('eip155:9', shop.id)} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
  })
  const body = '{"error":{"code":"chain-unsupported","message":"Unsupported chain"}}'
  expect(response).toBe(
    `HTTP/1.1 400 Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
})

test('error: counts upgrades as calls of a client, even those it refuses', async () => {
  const { ask } = await serve({ limits: { callsPerMinute: 2 } })
  const statuses = []
  for (const search of ['', good, good]) statuses.push(await ask(`/v1/${search}`).status)
  expect(statuses).toEqual([401, 101, 429])
})

test('error: reports and logs an internal failure, and does not count that socket any more', async () => {
  let isBroken = true
  const { ask, logLines } = await serve({
    limits: { socketsOfClient: 1 },
    async getProject(id) {
      if (isBroken) throw new Error('no database')
      return known.get(id)
    },
  })
  expect(await ask().status).toBe(500)
  expect(logLines.join()).toMatch(/no database.*a socket could not be opened/)
  isBroken = false
  expect(await ask('/v1/').status).toBe(401)
  expect(logLines).toHaveLength(1)
  expect(await ask().status).toBe(101)
})

test('error: counts the sockets of a client from their arrival until they close', async () => {
  const admits: (() => void)[] = []
  const { ask } = await serve({
    limits: { socketsOfClient: 2 },
    async getProject(id) {
      await new Promise<void>((resolve) => admits.push(resolve))
      return known.get(id)
    },
  })
  const two = [ask(), ask()]
  await expect.poll(() => admits.length, { interval: 1 }).toBe(2)
  // A refused socket does not lower the count.
  for (let n = 0; n < 3; n++) expect(await ask().status).toBe(429)
  for (const admit of admits.splice(0)) admit()
  expect(await Promise.all(two.map(statusOf))).toEqual([101, 101])
  expect(await ask().status).toBe(429)
  two[0]!.socket.close()
  await once(two[0]!.socket, 'close')
  const third = ask()
  await expect.poll(() => admits.length, { interval: 1 }).toBe(1)
  expect(await ask().status).toBe(429)
  admits[0]!()
  expect(await third.status).toBe(101)
})

test('stops counting a socket whose client disconnects during admission', async () => {
  const admits: (() => void)[] = []
  const { arrived, ask } = await serve({
    limits: { socketsOfClient: 1 },
    async getProject(id) {
      await new Promise<void>((resolve) => admits.push(resolve))
      return known.get(id)
    },
  })
  const gone = ask()
  await expect.poll(() => admits.length, { interval: 1 }).toBe(1)
  gone.socket.terminate()
  arrived[0]!.destroy(new Error('The connection broke'))
  await once(arrived[0]!, 'close').catch(() => {})
  admits[0]!()
  const next = ask()
  await expect.poll(() => admits.length, { interval: 1 }).toBe(2)
  admits[1]!()
  expect(await next.status).toBe(101)
})

test('asks its clients to reconnect when it stops, and disconnects those that have not closed within a second', async () => {
  const { arrived, ask, stop } = await serve()
  const [polite, deaf] = [ask(), ask()]
  expect(await Promise.all([polite, deaf].map(statusOf))).toEqual([101, 101])
  const { _socket: unread } = deaf.socket as unknown as { _socket: Socket }
  unread.pause()
  const left = once(polite.socket, 'close')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stop()
  expect((await left)[0]).toBe(1001)
  const ofDeaf = arrived.find(({ remotePort }) => remotePort === unread.localPort)!
  vi.advanceTimersByTime(999)
  expect(ofDeaf.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(ofDeaf.destroyed).toBe(true)
})

test('error: admits no socket after it has stopped', async () => {
  let admit = () => {}
  const { ask, stop } = await serve({
    async getProject(id) {
      await new Promise<void>((resolve) => {
        admit = resolve
      })
      return known.get(id)
    },
  })
  const isAsked = admit
  const waiting = ask()
  await expect.poll(() => admit !== isAsked, { interval: 1 }).toBe(true)
  stop()
  admit()
  expect(await waiting.status).toBe(503)
  // After the stop, an upgrade is handled like any other call.
  expect(await ask().status).toBe(404)
})
