import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serve } from '@hono/node-server'

/** How long calls that are under way may take to end. */
const stopGraceMs = 10_000

/** A server that listens. */
export type Listening = {
  readonly server: Server
  readonly port: number
  /** Where it answers: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Takes no new connection, lets calls that are under way end for ten seconds, then cuts them. */
  close(): Promise<void>
}

/**
 * Listens, with limits on clients that dribble: headers in 10 s and 16 KiB, a request in 15 s.
 *
 * @param port - 0 takes a free one
 * @throws when the port is taken (`EADDRINUSE`)
 */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const sockets = new Set<Socket>()
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // Node looks for connections that are too late only so often: by default every 30 s.
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
    server.once('error', reject)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  })
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // Browsers open some ahead and ask nothing: for Node these are not idle.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  // A client that keeps its connection asks on it once more.
  server.prependListener('request', (_, answer) => answer.setHeader('Connection', 'close'))
  const cut = setTimeout(() => server.closeAllConnections(), stopGraceMs)
  await closed
  clearTimeout(cut)
}
