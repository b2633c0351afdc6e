import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { relayCloseCodes } from '@foyer/protocol'
import { type Logger, networkOf, requesterAddress } from '@foyer/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Metrics } from '../metrics.ts'
import type { createHandshake } from './handshake.ts'

export type UpgradeLimits = {
  /** Sockets of one address at a time. */
  readonly socketsPerAddress: number
  /** Connections of one address in 10 s, counted before anything is verified. */
  readonly handshakesPer10s: number
  readonly maxMessageBytes: number
}

/** Who gets a socket: counted by address before anything is verified, then judged. */
export function createUpgrade({
  isStopping,
  judge,
  limits,
  log,
  logsAddresses,
  metrics,
  onOpen,
  takeHandshake,
  trustedProxies,
}: createUpgrade.Options) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
  })
  const perAddress = new Map<string, number>()

  function leave(address: string): void {
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }

  async function take(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    // An upgrade has no server behind it that would hear this.
    stream.on('error', destroy)
    const address = networkOf(requesterAddress(request, trustedProxies))
    const count = (outcome: string, reason?: string) => {
      metrics.handshakes.inc({ outcome })
      log.info({ outcome, reason, ...(logsAddresses ? { address } : {}) }, 'handshake')
    }
    const open = perAddress.get(address) ?? 0
    if (isStopping()) {
      count('stopping')
      return refuse(stream, 503, 'Going away')
    }
    if (open >= limits.socketsPerAddress) {
      count('too-many')
      return refuse(stream, 429, 'Too many sockets')
    }
    // Counted from here: many that arrive at once are many.
    perAddress.set(address, open + 1)
    let isOpen = false
    try {
      if (!(await takeHandshake(address))) {
        count('too-many')
        return refuse(stream, 429, 'Too many connections')
      }
      const judged = await judge(request)
      if ('clientId' in judged) {
        if (stream.destroyed) return
        server.handleUpgrade(request, stream, head, (socket) => {
          isOpen = true
          count('ok')
          onOpen(socket, { address, clientId: judged.clientId, stream })
        })
        return
      }
      const { reason, status, wantsClose } = judged
      count('refused', reason)
      if (!wantsClose) return refuse(stream, status, reason)
      if (stream.destroyed) return
      server.handleUpgrade(request, stream, head, (socket) => {
        // What ws has to say is followed by close.
        socket.on('error', () => {})
        metrics.closed.inc({ code: String(relayCloseCodes.fatal) })
        socket.close(relayCloseCodes.fatal, reason.slice(0, 120))
        setTimeout(() => socket.terminate(), 2000).unref()
      })
    } catch (error) {
      count('failed')
      log.error({ error }, 'handshake failed')
      refuse(stream, 503, 'Try again later')
    } finally {
      if (!isOpen) leave(address)
    }
  }

  return {
    take: (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      void take(request, stream, head),
    /** A socket of this address was closed. */
    leave,
  }
}

export declare namespace createUpgrade {
  type Options = {
    isStopping: () => boolean
    judge: ReturnType<typeof createHandshake>
    limits: UpgradeLimits
    log: Logger
    /** Whether addresses may stand in the log. */
    logsAddresses: boolean
    metrics: Pick<Metrics, 'closed' | 'handshakes'>
    /** Whoever takes the socket calls `leave` when it is closed. */
    onOpen: (
      socket: WebSocket,
      about: { address: string; clientId: string; stream: Duplex },
    ) => void
    takeHandshake: (address: string) => Promise<boolean>
    trustedProxies: number
  }
}

/** Keeps nothing of the handshake alive, as a closure would for as long as the socket lives. */
function destroy(this: Duplex): void {
  this.destroy()
}

function refuse(stream: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${status === 429 || status === 503 ? 'Retry-After: 10\r\n' : ''}\r\n${body}`,
  )
}
