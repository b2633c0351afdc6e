import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Ledger } from './createLedger.ts'
import { toJson } from './json.ts'
import { answerText, failure } from './rpc/answer.ts'
import { RpcError, rpcCodes } from './rpc/rpcError.ts'
import { serveSocket } from './serveSocket.ts'
import { tokenMetadata } from './tokenMetadata.ts'

const bodyLimit = 1024 * 1024
const host = '127.0.0.1'
/** Number of tries to find a free pair of neighbouring ports. */
const pairTries = 50

/** Longer than a busy caller lets a connection rest before its next call. */
const keepAliveMs = 75_000

/** The chain's URLs. */
export type Served = { port: number; close: () => Promise<void> }

/**
 * Serves HTTP and WebSocket on a port, and WebSocket on the next one, where `@solana/web3.js` expects it.
 *
 * @throws Error if a port is in use.
 */
export async function serve(ledger: Ledger, wanted: number): Promise<Served> {
  let lastId = 0
  const sockets = new WebSocketServer({ noServer: true, maxPayload: bodyLimit })
  sockets.on('connection', (socket) => serveSocket(socket, ledger, () => (lastId += 1)))
  const create = () => {
    const server = createServer(
      { keepAliveTimeout: keepAliveMs },
      (request, response) => void answerHttp(ledger, request, response),
    )
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      sockets.handleUpgrade(request, socket, head, (opened) =>
        sockets.emit('connection', opened, request),
      )
    })
    return server
  }
  const [first, second] = await listenOnPair(create, wanted)
  return {
    port: (first.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets.clients) socket.close(1001, 'The chain is stopping')
      const cut = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, 200)
      await Promise.all([close(first), close(second)])
      clearTimeout(cut)
      sockets.close()
    },
  }
}

async function listenOnPair(create: () => Server, wanted: number): Promise<[Server, Server]> {
  for (let tries = 1; ; tries += 1) {
    const first = create()
    await listen(first, wanted)
    const second = create()
    try {
      await listen(second, (first.address() as AddressInfo).port + 1)
      return [first, second]
    } catch (error) {
      await close(first)
      if (wanted !== 0 || tries === pairTries) throw error
    }
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error instanceof RangeError
          ? new Error(`Solana can not listen on port ${port}: Address already in use`, {
              cause: error,
            })
          : error,
      ),
    )
    server.listen(port, host, resolve)
  })
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 200).unref()
  })

async function answerHttp(ledger: Ledger, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('Access-Control-Allow-Origin', '*')
  const say = (status: number, body: unknown) => {
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
    response.end(body === undefined ? undefined : toJson(body))
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'POST, GET, OPTIONS')
    response.setHeader(
      'Access-Control-Allow-Headers',
      request.headers['access-control-request-headers'] ?? 'Content-Type',
    )
    response.setHeader('Access-Control-Max-Age', '86400')
    return say(204, undefined)
  }
  if (request.method === 'GET' && request.url === '/health') {
    response.writeHead(200, { 'Content-Type': 'text/plain' })
    return response.end('ok')
  }
  const description = request.method === 'GET' && tokenMetadata(request.url ?? '')
  if (description) return say(200, description)
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST, OPTIONS')
    return say(
      405,
      failure(
        null,
        new RpcError(
          rpcCodes.invalidRequest,
          'Used HTTP Method is not allowed. POST or OPTIONS is required',
        ),
      ),
    )
  }
  try {
    const text = await readBody(request)
    if (text === undefined) {
      response.setHeader('Connection', 'close')
      return say(
        413,
        failure(
          null,
          new RpcError(rpcCodes.invalidRequest, `The request is larger than ${bodyLimit} bytes`),
        ),
      )
    }
    const answer = await answerText(text, ledger)
    return say(answer === undefined ? 204 : 200, answer)
  } catch {
    // The caller disconnected during its request.
    return response.destroy()
  }
}

/** @returns undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
