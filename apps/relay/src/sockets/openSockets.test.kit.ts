import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { createLimiter, createLog, createMemoryCounter, resolveLimits } from '@foyer/server'
import { expect, vi } from 'vitest'
import { makeClientKey, signRelayJwt } from '../auth/signRelayJwt.test.kit.ts'
import type { Connection } from '../connection.ts'
import { limits as table } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { openClient, type SocketClient } from '../openClient.test.kit.ts'
import { createRelay } from '../relay.ts'
import { createMemoryStore } from '../store/memoryStore.ts'
import { createHandshake } from './handshake.ts'
import { createSockets } from './sockets.ts'

type Settings = Parameters<typeof resolveLimits<typeof table>>[1]
type Options = Partial<Parameters<typeof createSockets>[0]>

/** Gives the test the clock of timers and dates; sockets stay real. */
export function useOwnClock(): void {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: [...toFake] })
}

/** A relay's sockets on a free port, with mailboxes in memory. Requires `useOwnClock`. */
export async function openSockets(settings: Settings = {}, options: Options = {}) {
  const limits = resolveLimits(table, { pingMs: 20_000, ...settings })
  const lines: Record<string, unknown>[] = []
  const metrics = createMetrics({
    readSizes: () => ({
      ...{ sockets: 0, topics: 0, mailboxes: 0, mailboxBytes: 0, mailboxLimitBytes: 0 },
      mailboxMessages: 0,
    }),
  })
  const relay = createRelay({ limits, store: createMemoryStore(limits) })
  const connections: Connection[] = []
  const resume = vi.fn(relay.resume)
  const sockets = createSockets({
    ...{ limits, metrics, logsAddresses: false, trustedProxies: 0 },
    log: createLog({
      ...{ app: 'relay', level: 'info', secrets: [] },
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
    relay: {
      ...{ ...relay, resume },
      connect(...given) {
        const connection = relay.connect(...given)
        connections.push(connection)
        return connection
      },
    },
    judge: createHandshake({ audiences: undefined, now: Date.now, projects: undefined }),
    limiter: createLimiter({ counters: [createMemoryCounter().count], now: Date.now }),
    ...options,
  })
  const streams: Socket[] = []
  const server = createServer()
  server.on('connection', (stream) => streams.push(stream))
  server.on('upgrade', sockets.upgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async close() {
      const stopped = sockets.stop(0)
      for (const stream of streams) stream.destroy()
      await vi.advanceTimersByTimeAsync(5000)
      await stopped
      await new Promise((resolve) => server.close(resolve))
    },
    ...{ connections, lines, metrics, relay, resume, sockets, streams },
    connect: (options?: openClient.Options) => openClient(`ws://127.0.0.1:${port}`, options),
    /** Connects a client that answers no ping and no close. */
    async connectDeaf(auth = signRelayJwt(makeClientKey())): Promise<Socket> {
      const socket = createConnection(port, '127.0.0.1')
      // The relay may reset it; its close follows.
      socket.on('error', () => {})
      const lines = [
        `GET /?auth=${auth}&useOnCloseEvent=true HTTP/1.1`,
        ...['Host: relay', 'Connection: Upgrade', 'Upgrade: websocket'],
        ...[
          'Sec-WebSocket-Version: 13',
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        ],
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      const [head] = await once(socket, 'data')
      expect(String(head)).toContain('101 Switching Protocols')
      return socket
    },
    /** The plain HTTP answer to an upgrade that is refused. */
    async readRefusal(path = '/', more = {}) {
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', ...more }
      const asked = httpRequest({ ...{ path, port, headers }, host: '127.0.0.1' }).end()
      const [response] = await once(asked, 'response')
      let body = ''
      for await (const chunk of response) body += chunk
      const { 'content-length': length, 'retry-after': retryAfter } = response.headers
      expect(Number(length)).toBe(body.length)
      return [response.statusCode, body, retryAfter]
    },
    /** Counts of one metric by its label. */
    async readCounts(name: 'closed' | 'handshakes' | 'pushed') {
      const { values } = await metrics[name].get()
      return Object.fromEntries(
        values.map(({ labels, value }) => [Object.values(labels).join(), value]),
      )
    },
  }
}
/** Waits until each side has handled what the other one sent before. */
export async function settle(...clients: SocketClient[]): Promise<void> {
  for (const { socket } of clients) {
    const answered = once(socket, 'pong')
    socket.ping()
    await answered
  }
}
/** Waits for the sockets, which the test's clock does not move. */
export async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}
