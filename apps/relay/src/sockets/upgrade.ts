import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { relayCloseCodes } from '@foyer/protocol/relay'
import {
  createConcurrency,
  HttpError,
  type Limiter,
  type Logger,
  networkOf,
  requesterAddress,
} from '@foyer/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { sha256 } from '../subscriptionId.ts'
import type { createHandshake } from './handshake.ts'
import { createRefusalLog } from './refusalLog.ts'

/** Decides which upgrades get a socket: counts by address before verifying anything, then checks the client. */
export function createUpgrade({
  isStopping,
  judge,
  limiter,
  limits,
  log,
  logsAddresses,
  metrics,
  onOpen,
  trustedProxies,
}: createUpgrade.Options) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
  })
  const open = createConcurrency()
  const refusals = createRefusalLog({ log, logsAddresses })
  const boundsOf = (address: string) => [
    { key: address, limit: limits.socketsPerAddress, message: 'Too many sockets' },
  ]
  /** Call when a socket of this address has closed. */
  const leave = (address: string) => open.leave([{ key: address }])

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    // An upgraded stream has no server that listens for its errors. It has destroyed itself when it reports one.
    stream.on('error', ignore)
    const address = networkOf(requesterAddress(request, trustedProxies))
    const count = (outcome: string, more: { reason?: string; error?: unknown } = {}) => {
      metrics.handshakes.inc({ outcome })
      refusals.add({ outcome, address, ...more })
    }
    if (isStopping()) {
      count('stopping')
      return refuse(stream, 503, 'Going away')
    }
    let [isCounted, isOpen] = [false, false]
    try {
      // Counted before any await, so that simultaneous arrivals all count.
      open.take(boundsOf(address))
      isCounted = true
      await limiter.take({
        // Hashed: no address is stored, not even for ten seconds.
        key: `handshake:${sha256(address).slice(0, 32)}`,
        ...limits.handshakesPer10s,
        message: 'Too many connections',
      })
      const judged = await judge(request)
      // Below, ws drops a stream that was closed meanwhile.
      if ('clientId' in judged) {
        server.handleUpgrade(request, stream, head, (socket) => {
          isOpen = true
          metrics.handshakes.inc({ outcome: 'ok' })
          log.info(logsAddresses ? { address } : {}, 'connected')
          onOpen(socket, { address, clientId: judged.clientId, stream })
        })
        return
      }
      const { reason, status, wantsClose } = judged
      count('refused', { reason })
      if (!wantsClose) return refuse(stream, status, reason)
      server.handleUpgrade(request, stream, head, (socket) => {
        // ws emits close after every error.
        socket.on('error', ignore)
        metrics.closed.inc({ code: String(relayCloseCodes.fatal) })
        socket.close(relayCloseCodes.fatal, reason.slice(0, 120))
        setTimeout(() => socket.terminate(), 2000).unref()
      })
    } catch (error) {
      if (error instanceof HttpError) {
        count('too-many')
        return refuse(stream, error.status, error.message)
      }
      count('failed', { error })
      refuse(stream, 503, 'Try again later')
    } finally {
      if (isCounted && !isOpen) leave(address)
    }
  }

  return {
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      void upgrade(request, stream, head),
    leave,
    /** Writes the last lines of the log. */
    close: refusals.close,
  }
}

export declare namespace createUpgrade {
  type Options = {
    isStopping: () => boolean
    judge: ReturnType<typeof createHandshake>
    limiter: Limiter
    limits: Limits
    log: Logger
    /** Allows addresses in the log. */
    logsAddresses: boolean
    metrics: Pick<Metrics, 'closed' | 'handshakes'>
    /** The receiver of the socket calls `leave` when it has closed. */
    onOpen: (
      socket: WebSocket,
      about: { address: string; clientId: string; stream: Duplex },
    ) => void
    trustedProxies: number
  }
}

/** Retains nothing of the handshake, as a closure would for the life of the socket. */
function ignore(): void {}

function refuse(stream: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${status === 429 || status === 503 ? 'Retry-After: 10\r\n' : ''}\r\n${body}`,
  )
}
