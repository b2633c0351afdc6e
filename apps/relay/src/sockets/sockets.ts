import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { relayCloseCodes } from '@foyer/protocol'
import { type Logger, networkOf, requesterAddress } from '@foyer/server'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Connection } from '../connection.ts'
import type { Effect } from '../effect.ts'
import type { Metrics } from '../metrics.ts'
import type { Relay } from '../relay.ts'
import type { createHandshake } from './handshake.ts'

export type SocketLimits = {
  /** Sockets of one address at a time. */
  readonly socketsPerAddress: number
  /** Connections of one address in 10 s, counted before anything is verified. */
  readonly handshakesPer10s: number
  readonly maxMessageBytes: number
  /** Bytes on their way to a client above which nothing is pushed. */
  readonly pauseBytes: number
  /** Bytes on their way to a client above which it is let go. */
  readonly cutBytes: number
  /** Between pings; a client that leaves one unanswered is let go. */
  readonly pingMs: number
  /** A client that reads no topic and says nothing for so long is let go. */
  readonly idleMs: number
}

type Peer = {
  readonly socket: WebSocket
  /** What the socket writes to. */
  readonly stream: Duplex
  readonly connection: Connection
  readonly address: string
  /** Which of the ten beats of a ping interval is its own. */
  readonly beat: number
  isAlive: boolean
  isCorked: boolean
  /** When it last said anything, ms since 1970. */
  heardAt: number
}

const beats = 10
/** Reference clients come back from it once they have a topic. @source walletconnect facts 3.3 */
const idleCode = 4008

/** Everything about WebSockets: who gets one, what goes out, when one is let go. */
export function createSockets({
  judge,
  limits,
  log,
  logsAddresses,
  metrics,
  relay,
  takeHandshake,
  trustedProxies,
}: createSockets.Options) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
  })
  const peers = new Map<Connection, Peer>()
  const perAddress = new Map<string, number>()
  let isStopping = false
  let made = 0
  let corked: Peer[] = []

  function close(peer: Peer, code: number, reason: string): void {
    if (peer.socket.readyState > 1) return
    metrics.closed.inc({ code: String(code) })
    // A reason holds at most 123 bytes.
    peer.socket.close(code, reason.slice(0, 120))
    // A client that does not say goodbye in time is cut off.
    setTimeout(() => peer.socket.terminate(), 2000).unref()
  }

  function perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      const peer = peers.get(effect.connection)
      if (peer === undefined) continue
      if (effect.kind === 'answer') send(peer, effect.frame)
      else if (effect.kind === 'close') close(peer, effect.code, effect.reason)
      else {
        const frame = relay.startPush(effect)
        if (frame === undefined) continue
        metrics.pushed.inc()
        send(peer, frame)
      }
    }
  }

  /** What one turn of the event loop has for a socket goes out in one write, sockets in the order of their first frame. */
  function cork(peer: Peer): void {
    if (peer.isCorked) return
    peer.isCorked = true
    peer.stream.cork()
    if (corked.push(peer) > 1) return
    setImmediate(() => {
      const all = corked
      corked = []
      for (const each of all) {
        each.isCorked = false
        each.stream.uncork()
      }
    })
  }

  function send(peer: Peer, frame: string): void {
    const { connection, socket } = peer
    if (socket.readyState !== 1) return
    cork(peer)
    socket.send(frame)
    if (socket.bufferedAmount > limits.cutBytes) {
      close(peer, relayCloseCodes.tryLater, 'Reads too slowly')
      // What waits for a slow reader would hold back the goodbye as well.
      socket.terminate()
    } else if (socket.bufferedAmount > limits.pauseBytes) connection.isPaused = true
  }

  function open(
    socket: WebSocket,
    { address, clientId, stream }: { address: string; clientId: string; stream: Duplex },
  ) {
    const connection = relay.connect(clientId, address)
    const peer: Peer = {
      socket,
      stream,
      connection,
      address,
      beat: made++ % beats,
      isAlive: true,
      isCorked: false,
      heardAt: Date.now(),
    }
    peers.set(connection, peer)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      peer.isAlive = true
      peer.heardAt = Date.now()
      if (isBinary) return close(peer, 1003, 'Text only')
      void relay.handle(connection, (data as Buffer).toString('utf8')).then(perform)
    })
    socket.on('pong', () => {
      peer.isAlive = true
    })
    // What ws has to say is followed by close.
    socket.on('error', ignore)
    socket.on('close', () => {
      peers.delete(connection)
      relay.disconnect(connection)
      leave(address)
    })
  }

  const isIdle = ({ connection, heardAt }: Peer) =>
    connection.subscriptions.size === 0 && Date.now() - heardAt > limits.idleMs

  function leave(address: string): void {
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    // An upgrade has no server behind it that would hear this.
    stream.on('error', destroy)
    const address = networkOf(requesterAddress(request, trustedProxies))
    const count = (outcome: string, reason?: string) => {
      metrics.handshakes.inc({ outcome })
      log.info({ outcome, reason, ...(logsAddresses ? { address } : {}) }, 'handshake')
    }
    const open_ = perAddress.get(address) ?? 0
    if (isStopping) {
      count('stopping')
      return refuse(stream, 503, 'Going away')
    }
    if (open_ >= limits.socketsPerAddress) {
      count('too-many')
      return refuse(stream, 429, 'Too many sockets')
    }
    // Counted from here: many that arrive at once are many.
    perAddress.set(address, open_ + 1)
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
          open(socket, { address, clientId: judged.clientId, stream })
          if (isStopping) socket.close(relayCloseCodes.goingAway, 'Going away')
        })
        return
      }
      const { reason, status, wantsClose } = judged
      count('refused', reason)
      if (!wantsClose) return refuse(stream, status, reason)
      if (stream.destroyed) return
      server.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', ignore)
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

  let beat = 0
  const pinging = setInterval(() => {
    beat = (beat + 1) % beats
    for (const peer of peers.values()) {
      if (peer.beat !== beat) continue
      if (!peer.isAlive) peer.socket.terminate()
      else if (isIdle(peer)) close(peer, idleCode, 'Reads no topic')
      else {
        peer.isAlive = false
        peer.socket.ping()
      }
    }
  }, limits.pingMs / beats)
  pinging.unref()

  const resuming = setInterval(() => {
    for (const { connection, socket } of peers.values()) {
      if (!connection.isPaused && !connection.isBehind) continue
      if (socket.bufferedAmount > limits.pauseBytes / 2) continue
      connection.isPaused = false
      void relay.resume(connection).then(perform)
    }
  }, 200)
  resuming.unref()

  return {
    perform,
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      void upgrade(request, stream, head),
    count: () => peers.size,
    /** Lets every client go with 1001, spread over `spreadMs` so that they do not all arrive elsewhere at once. */
    async stop(spreadMs: number): Promise<void> {
      isStopping = true
      clearInterval(pinging)
      const all = [...peers.values()]
      const startedAt = Date.now()
      for (const [n, peer] of all.entries()) {
        const wait = startedAt + (spreadMs * n) / all.length - Date.now()
        if (wait > 5) await new Promise((resolve) => setTimeout(resolve, wait))
        close(peer, relayCloseCodes.goingAway, 'Going away')
      }
      const deadline = Date.now() + 2500
      while (peers.size > 0 && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      for (const { socket } of peers.values()) socket.terminate()
      clearInterval(resuming)
    },
  }
}

export declare namespace createSockets {
  type Options = {
    judge: ReturnType<typeof createHandshake>
    limits: SocketLimits
    log: Logger
    /** Whether addresses may stand in the log. */
    logsAddresses: boolean
    metrics: Metrics
    relay: Relay
    takeHandshake(address: string): Promise<boolean>
    trustedProxies: number
  }
}

/** Keeps nothing of the handshake alive, as a closure would for as long as the socket lives. */
function destroy(this: Duplex): void {
  this.destroy()
}

function ignore(): void {}

function refuse(stream: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${status === 429 || status === 503 ? 'Retry-After: 10\r\n' : ''}\r\n${body}`,
  )
}
