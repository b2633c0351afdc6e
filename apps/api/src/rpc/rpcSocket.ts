import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { commonQuery } from '@foyer/protocol'
import { createConcurrency, HttpError, requesterAddress } from '@foyer/server'
import * as v from 'valibot'
import { WebSocketServer } from 'ws'
import type { Chain } from '../chains/chainConfig.ts'
import { clientOfAddress, takeCall } from '../doors.ts'
import { isOriginAllowed } from '../projects/originRule.ts'
import type { Services } from '../services.ts'
import { joinChain } from './joinChain.ts'

type SocketServices = Pick<
  Services,
  'getProject' | 'limiter' | 'limits' | 'log' | 'rpc' | 'trustedProxies'
>

/**
 * Serves JSON-RPC over WebSocket, with subscriptions, at `/v1/`. Each client's socket is connected to one of the chain's;
 * messages are checked and rewritten.
 * @returns A function that closes all sockets.
 * @source http.md "GET /v1/ upgrade"
 */
export function serveRpcSockets(server: Server, services: SocketServices): () => void {
  const { limits, log, trustedProxies } = services
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socketMessageBytes,
    perMessageDeflate: false,
  })
  const open = createConcurrency()
  const admitSocket = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A broken connection is treated like a closed one.
    socket.on('error', () => {})
    const client = clientOfAddress(requesterAddress(request, trustedProxies))
    const bounds = [{ key: client, limit: limits.socketsOfClient, message: 'Too many requests' }]
    let [isCounted, isOpen] = [false, false]
    try {
      // Counted before any await, so that simultaneous arrivals all count.
      open.take(bounds)
      isCounted = true
      const admitted = await admit(request, client, services)
      // Opens nothing when the client has left.
      sockets.handleUpgrade(request, socket, head, (down) => {
        isOpen = true
        down.once('close', () => open.leave(bounds))
        joinChain(down, { ...admitted, client, services })
      })
    } catch (error) {
      const known = error instanceof HttpError ? error : undefined
      if (!known) log.error({ error }, 'a socket could not be opened')
      refuse(socket, known ?? new HttpError(500, 'internal', 'Internal error'))
    } finally {
      if (isCounted && !isOpen) open.leave(bounds)
    }
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    void admitSocket(request, socket, head)
  server.on('upgrade', upgrade)
  return () => {
    server.off('upgrade', upgrade)
    for (const client of sockets.clients) client.close(1001, 'the server is going away')
    setTimeout(() => {
      for (const client of sockets.clients) client.terminate()
    }, 1000).unref()
    sockets.close()
  }
}

/** Authorizes a socket like an HTTP call. @throws {@link HttpError} */
async function admit(
  request: IncomingMessage,
  client: string,
  services: SocketServices,
): Promise<{ chain: Chain; projectId: string }> {
  const url = URL.parse(request.url ?? '/', 'http://unused')
  const { pathname, searchParams } = url ?? { pathname: '', searchParams: new URLSearchParams() }
  if (pathname !== '/v1/' && pathname !== '/v1')
    throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
  await takeCall(services, client)
  const id = v.safeParse(commonQuery.entries.projectId, searchParams.get('projectId'))
  const project = id.success ? await services.getProject(id.output) : undefined
  if (project === undefined)
    throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key', { field: 'projectId' })
  const { origin } = request.headers
  if (project.isDisabled || (origin !== undefined && !isOriginAllowed(origin, project)))
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  const chain = services.rpc.findChain(searchParams.get('chainId') ?? '')
  if (chain?.wsUrls === undefined)
    throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
  return { chain, projectId: project.id }
}

function refuse(socket: Duplex, { code, message, status }: HttpError): void {
  const body = JSON.stringify({ error: { code, message } })
  socket.end(
    [
      `HTTP/1.1 ${status} Refused`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
