import type { WebSocket } from 'ws'
import type { Ledger } from './createLedger.ts'
import { toJson } from './json.ts'
import { answerCall, failure } from './rpc/answer.ts'
import { RpcError, rpcCodes } from './rpc/rpcError.ts'
import { type Notify, subscriptions } from './subscriptions.ts'

/** Maximum subscriptions per connection. */
const mostSubscriptions = 1_000
/** Maximum unread output of a client, bytes; above it the connection is closed. */
const mostWaiting = 16 * 1024 * 1024

/** Answers the calls of one WebSocket, and sends it the events it subscribed to. */
export function serveSocket(socket: WebSocket, ledger: Ledger, nextId: () => number): void {
  const running = new Map<number, () => void>()
  const send = (body: unknown) => {
    if (body === undefined || socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostWaiting) return socket.terminate()
    socket.send(toJson(body))
  }
  const subscribe = (name: string, params: unknown) => {
    const begin = subscriptions.get(name)
    if (!begin) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
    if (running.size >= mostSubscriptions)
      throw new RpcError(
        rpcCodes.internalError,
        `Internal error: more than ${mostSubscriptions} subscriptions`,
      )
    const id = nextId()
    const notify: Notify = (result, { isLast } = { isLast: false }) => {
      if (!running.has(id)) return
      send({ jsonrpc: '2.0', method: `${name}Notification`, params: { result, subscription: id } })
      if (isLast) end(id)
    }
    const watcher = begin(ledger, params, notify)
    const stop = ledger.watch((event) => {
      try {
        watcher(event)
      } catch (error) {
        // An error for one subscriber must not affect the chain or other subscribers.
        console.error(error)
        socket.close(1011, 'A notification could not be made')
      }
    })
    running.set(id, stop)
    return id
  }
  const end = (id: unknown) => {
    const stop = running.get(id as number)
    if (!stop) throw new RpcError(rpcCodes.invalidParams, 'Invalid subscription id.')
    stop()
    running.delete(id as number)
    return true
  }

  const answer = async (text: string) => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return send(failure(null, new RpcError(rpcCodes.parseError, 'Parse error')))
    }
    const said = await answerCall(body, ({ method, params }) => {
      const [, name = '', verb] = /^(\w+?)(Subscribe|Unsubscribe)$/.exec(method) ?? []
      if (verb === 'Subscribe') return subscribe(name, params)
      if (verb === 'Unsubscribe' && subscriptions.has(name))
        return end(Array.isArray(params) ? params[0] : undefined)
      throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
    })
    send(said)
  }
  socket.on('message', (message) => void answer(message.toString()))
  socket.on('close', () => {
    for (const stop of running.values()) stop()
    running.clear()
  })
  // A broken frame closes the connection; there is no one to report it to.
  socket.on('error', () => socket.terminate())
}
