import type { Duplex } from 'node:stream'
import { relayCloseCodes } from '@foyer/protocol/relay'
import type { RawData, WebSocket } from 'ws'
import type { Connection } from '../connection.ts'
import type { Effect } from '../effect.ts'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import type { Relay } from '../relay.ts'
import { createBacklog } from './backlog.ts'
import { createIntake } from './intake.ts'
import { createUpgrade } from './upgrade.ts'

type Peer = {
  readonly socket: WebSocket
  /** The TCP stream of the socket. */
  readonly stream: Duplex
  readonly connection: Connection
  readonly address: string
  /** In which part of the ping interval it is pinged. */
  readonly beat: number
  isAlive: boolean
  isCorked: boolean
  /** Time of its last frame, ms since 1970. */
  lastFrameAt: number
  /** Bytes on their way to it, as they were counted last. */
  queued: number
}

/** Pings are spread over the interval: two hundred at once would hold up messages for some ms. */
const beats = 100
/** How often an address that sent too much is read again. */
const readingMs = 20
/** Close code of an idle socket; reference clients reconnect after it once they have a topic. @source walletconnect facts 3.3 */
const idleCode = 4008

/** Makes the manager of open sockets: receives and sends frames, pings, and closes sockets. */
export function createSockets({ limits, metrics, relay, ...upgrading }: createSockets.Options) {
  const peers = new Map<Connection, Peer>()
  const intake = createIntake({ limits })
  const backlog = createBacklog({
    limits,
    queues() {
      // Frames that the network takes at once wait for nobody.
      uncork()
      return peers.values()
    },
    readQueued: ({ socket, stream }: Peer) => (stream.destroyed ? 0 : socket.bufferedAmount),
  })
  let isStopping = false
  let made = 0
  let corked: Peer[] = []

  function close(peer: Peer, code: number, reason: string): void {
    if (peer.socket.readyState > 1) return
    metrics.closed.inc({ code: String(code) })
    // A close reason has at most 123 bytes.
    peer.socket.close(code, reason.slice(0, 120))
    // Terminate a socket whose client does not answer the close within 2 s.
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

  /**
   * Corks the stream until the end of this turn of the event loop, so that its frames are sent in one write.
   */
  function cork(peer: Peer): void {
    if (peer.isCorked) return
    peer.isCorked = true
    peer.stream.cork()
    if (corked.push(peer) > 1) return
    setImmediate(uncork)
  }

  function uncork(): void {
    const all = corked
    corked = []
    for (const each of all) {
      each.isCorked = false
      each.stream.uncork()
    }
  }

  function send(peer: Peer, frame: string): void {
    const { connection, socket } = peer
    if (socket.readyState !== 1) return
    cork(peer)
    socket.send(frame)
    const queued = socket.bufferedAmount
    backlog.set(peer, queued)
    if (queued > limits.cutBytes) cut(peer)
    else if (queued > limits.pauseBytes) connection.isPaused = true
    for (const each of backlog.listExcess()) cut(each)
  }

  function cut(peer: Peer): void {
    close(peer, relayCloseCodes.tryLater, 'Reads too slowly')
    // Terminate instead of closing: a close frame would wait behind the queued data.
    peer.socket.terminate()
    backlog.set(peer, 0)
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
      lastFrameAt: Date.now(),
      queued: 0,
    }
    peers.set(connection, peer)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      intake.take(address, socket, (data as Buffer).length)
      // Frames after a client's close cost nothing.
      if (socket.readyState !== 1) return
      peer.isAlive = true
      peer.lastFrameAt = Date.now()
      if (isBinary) return close(peer, 1003, 'Text only')
      void relay.handle(connection, (data as Buffer).toString('utf8')).then(perform)
    })
    socket.on('pong', () => {
      peer.isAlive = true
    })
    // ws emits close after every error.
    socket.on('error', ignore)
    socket.on('close', () => {
      peers.delete(connection)
      backlog.set(peer, 0)
      intake.leave(address, socket)
      relay.disconnect(connection)
      upgrade.leave(address)
    })
    if (isStopping) close(peer, relayCloseCodes.goingAway, 'Going away')
  }

  const upgrade = createUpgrade({
    ...upgrading,
    isStopping: () => isStopping,
    limits,
    metrics,
    onOpen: open,
  })

  const isIdle = ({ connection, lastFrameAt }: Peer) =>
    connection.subscriptions.size === 0 && Date.now() - lastFrameAt > limits.idleMs

  let beat = 0
  const pinging = setInterval(() => {
    beat = (beat + 1) % beats
    for (const peer of peers.values()) {
      // Its answer would stay unread.
      if (peer.beat !== beat || peer.socket.isPaused) continue
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
  const reading = setInterval(intake.resume, readingMs)
  reading.unref()

  return {
    perform,
    upgrade: upgrade.upgrade,
    count: () => peers.size,
    /** Closes every client with 1001, spread over `spreadMs` so that they do not all reconnect elsewhere at once. */
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
      clearInterval(reading)
      upgrade.close()
    },
  }
}

export declare namespace createSockets {
  type Options = Omit<createUpgrade.Options, 'isStopping' | 'limits' | 'onOpen'> & {
    limits: Limits
    metrics: Metrics
    relay: Relay
  }
}

function ignore(): void {}
