import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { commonQuery, rpcRequest } from '@foyer/protocol'
import { HttpError, networkOf, requesterAddress } from '@foyer/server'
import * as v from 'valibot'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { Chain } from '../chains/chainConfig.ts'
import { isOriginAllowed } from '../projects/originRule.ts'
import type { Services } from '../services.ts'
import { allowedMethods, allowedSubscriptions } from './allowedMethods.ts'
import { sliceObject } from './jsonSlices.ts'

/** Longest message of a client, bytes. */
const mostBytes = 262_144
/** How much may wait for a client that does not read, bytes. Past it the socket is closed. */
const mostWaiting = 8 * 1024 * 1024
const mostSocketsOfClient = 20
const mostSubscriptions = 100
/** How often each side is asked whether it lives, ms. */
const pingMs = 25_000
/** How long an upstream may take to answer the handshake, ms. */
const connectMs = 10_000

/**
 * JSON-RPC over WebSocket, with subscriptions, at `/v1/`: a socket of the client is joined to one of the chain's, each
 * message let through or answered here. Ids and numbers pass as text.
 *
 * @returns Closes all of them.
 * @source http.md "GET /v1/ upgrade"
 */
export function serveRpcSockets(server: Server, services: Services): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytes,
    perMessageDeflate: false,
  })
  const open = new Map<string, number>()
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    admit(request, services, open).then(
      ({ chain, client, projectId }) =>
        sockets.handleUpgrade(request, socket, head, (down) => {
          open.set(client, (open.get(client) ?? 0) + 1)
          down.once('close', () => {
            const left = (open.get(client) ?? 1) - 1
            if (left > 0) open.set(client, left)
            else open.delete(client)
          })
          join(down, { chain, client, projectId, services })
        }),
      (error: unknown) => {
        const known = error instanceof HttpError ? error : undefined
        if (!known) services.log.error({ error }, 'a socket could not be opened')
        refuse(socket, known ?? new HttpError(500, 'internal', 'Internal error'))
      },
    )
  }
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

type Admitted = { chain: Chain; client: string; projectId: string }

/** The door of a socket: as `letIn` of the calls. @throws {@link HttpError} */
async function admit(
  request: IncomingMessage,
  services: Services,
  open: ReadonlyMap<string, number>,
): Promise<Admitted> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://unused')
  if (pathname !== '/v1/' && pathname !== '/v1')
    throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
  const client = networkOf(requesterAddress(request, services.trustedProxies))
  await services.limits.call(client)
  if ((open.get(client) ?? 0) >= mostSocketsOfClient)
    throw new HttpError(429, 'limit-exceeded', 'Too many requests', { retryAfterMs: 60_000 })
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
  return { chain, client, projectId: project.id }
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

/** Joins a client's socket to the chain's: what closes one closes the other. */
function join(
  down: WebSocket,
  { chain, client, projectId, services }: Admitted & { services: Services },
): void {
  const { limits, log } = services
  const urls = [...chain.wsUrls!]
  let up: WebSocket
  /** What the client said before the chain was reached. */
  let early: string[] | undefined = []
  let subscriptions = 0
  const send = (text: string) => {
    if (down.readyState !== WebSocket.OPEN) return
    if (down.bufferedAmount > mostWaiting) return end(1013, 'messages were not read')
    down.send(text)
  }
  const end = (code: number, reason: string) => {
    clearInterval(pinging)
    if (down.readyState === WebSocket.OPEN) down.close(code, reason)
    up.terminate()
  }
  let isAlive = true
  down.on('pong', () => {
    isAlive = true
  })
  const pinging = setInterval(() => {
    if (!isAlive) {
      clearInterval(pinging)
      up.terminate()
      return down.terminate()
    }
    isAlive = false
    down.ping()
  }, pingMs)
  pinging.unref()

  const take = async (data: RawData, isBinary: boolean) => {
    if (isBinary) return end(1003, 'text only')
    const text = String(data)
    const judged = judge(text, chain)
    if ('answer' in judged) return send(judged.answer)
    if (judged.method.endsWith('ubscribe')) {
      const isEnding = /unsubscribe$/i.test(judged.method)
      if (!isEnding && subscriptions >= mostSubscriptions)
        return send(failure(judged.id, -32005, `at most ${mostSubscriptions} subscriptions`))
      subscriptions = Math.max(0, subscriptions + (isEnding ? -1 : 1))
    }
    try {
      await limits.rpcOfClient(client)
      await limits.rpcOfProject(projectId)
    } catch {
      return send(failure(judged.id, -32005, 'Too many requests'))
    }
    if (early) {
      if (early.length >= mostSubscriptions) return end(1013, 'the chain does not answer')
      early.push(text)
    } else up.send(text)
  }
  down.on('message', (data, isBinary) => {
    take(data, isBinary).catch((error: unknown) => {
      log.error({ error }, 'a message of a socket failed')
      end(1011, 'internal error')
    })
  })
  down.on('close', () => end(1000, ''))
  down.on('error', () => end(1002, 'the message is not valid'))

  const reach = () => {
    const next = new WebSocket(urls.shift()!, {
      handshakeTimeout: connectMs,
      perMessageDeflate: false,
    })
    up = next
    next.on('open', () => {
      for (const text of early ?? []) next.send(text)
      early = undefined
    })
    next.on('message', (data) => send(String(data)))
    next.on('error', (error) =>
      log.warn({ chain: chain.caipId, reason: error.name }, 'a socket to a chain failed'),
    )
    next.on('close', () => {
      // Nothing was said there yet: another address may do.
      const isAnother = early !== undefined && urls.length > 0
      if (isAnother && down.readyState === WebSocket.OPEN) reach()
      else end(1012, 'the chain does not answer')
    })
  }
  reach()
}

/** Whether a message may pass, or what its sender is told instead. */
function judge(
  text: string,
  { namespace }: Chain,
): { method: string; id: string } | { answer: string } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { answer: failure('null', -32700, 'The message is not valid JSON') }
  }
  const parsed = v.safeParse(rpcRequest, content)
  // One at a time: a batch would hide its methods from the limits.
  if (!parsed.success) return { answer: failure('null', -32600, 'The request is not valid') }
  const { method } = parsed.output
  const id = sliceObject(text).get('id') ?? 'null'
  if (allowedMethods[namespace].has(method) || allowedSubscriptions[namespace].has(method))
    return { method, id }
  return { answer: failure(id, -32601, `The method ${method} is not available here`) }
}

function failure(id: string, code: number, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`
}
