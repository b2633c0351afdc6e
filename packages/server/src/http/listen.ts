import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serve } from '@hono/node-server'

/** Time for running calls to finish, in ms. */
const stopGraceMs = 10_000

/**
 * Time without a byte in either direction after which a connection is closed, in ms: longer than any call waits. It ends
 * clients that do not read their answers; WebSockets have pings of their own.
 */
const idleMs = 60_000

/**
 * Time for which a connection stays open after an answer, in ms: longer than load balancers keep it (60 s). Their next call
 * would otherwise arrive while the connection is being closed.
 */
const keepAliveMs = 75_000

/**
 * Calls that one connection may have under way. Browsers, `fetch` and proxies send the next after the answer; a client that
 * sends many and reads no answer would fill the memory with answers.
 */
const callsOfConnection = 4

/** A listening server. */
export type Listening = {
  readonly server: Server
  readonly port: number
  /** Its URL: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Refuses new connections, waits up to 10 s for running calls, then closes all connections. */
  close(): Promise<void>
}

/**
 * Listens, with limits on slow clients: headers within 10 s and 16 KiB, a request within 15 s, no pause above 60 s in a call and
 * 75 s after one, four calls of one connection under way.
 * @param port - 0 for a free one
 * @param idleAfterMs - the longest pause
 * @throws when the port is taken (`EADDRINUSE`)
 */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, idleAfterMs = idleMs, port }: { host: string; idleAfterMs?: number; port: number },
): Promise<Listening> {
  const sockets = new Set<Socket>()
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: keepAliveMs,
      // Interval at which Node enforces the timeouts above; its default of 30 s would be too coarse.
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    }
    const server = serve({ fetch, port, hostname: host, serverOptions }, () => {
      server.off('error', reject)
      const bound = (server.address() as AddressInfo).port
      const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
      resolve({
        server,
        port: bound,
        url: `http://${shown}:${bound}`,
        close: () => close(server, sockets),
      })
    }) as Server
    server.setTimeout(idleAfterMs)
    boundCalls(server)
    server.once('error', reject)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  })
}

/** Ends a connection that sends more calls than it may have under way. */
function boundCalls(server: Server): void {
  const underWay = new WeakMap<Socket, number>()
  server.prependListener('request', ({ socket }, answer) => {
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > callsOfConnection) return void socket.destroy()
    underWay.set(socket, count)
    answer.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
  })
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // Browsers open connections in advance, which Node does not count as idle before their first request.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  // Prevents further requests on keep-alive connections.
  server.prependListener('request', (_, answer) => answer.setHeader('Connection', 'close'))
  const cut = setTimeout(() => server.closeAllConnections(), stopGraceMs)
  await closed
  clearTimeout(cut)
}
