import { once } from 'node:events'
import type { RelayMessage } from '@foyer/protocol/relay'
import { type ClientOptions, WebSocket } from 'ws'
import { type ClientKey, makeClientKey, signRelayJwt } from './auth/signRelayJwt.test.kit.ts'

type Push = { id: number; params: { id: string; data: RelayMessage } }

/** A minimal client over a real socket. */
export type SocketClient = {
  readonly key: ClientKey
  readonly socket: WebSocket
  readonly inbox: RelayMessage[]
  /** Settles with the code and the reason of the close. */
  readonly closed: Promise<[code: number, reason: string]>
  ask(method: string, params: unknown): Promise<unknown>
}

/** Connects; rejects when the upgrade is refused. Answers pushes unless `acknowledges` is false. */
export async function openClient(
  url: string,
  {
    acknowledges = true,
    auth,
    key = makeClientKey(),
    query = {},
    socketOptions,
  }: openClient.Options = {},
): Promise<SocketClient> {
  const jwt = auth ?? signRelayJwt(key)
  const search = new URLSearchParams({
    ...(jwt === '' ? {} : { auth: jwt }),
    ua: 'wc-2/js-2.21.8/linux/node',
    useOnCloseEvent: 'true',
    ...query,
  })
  const socket = new WebSocket(`${url}/?${search}`, socketOptions)
  const inbox: RelayMessage[] = []
  const asked = new Map<number, (frame: { result?: unknown; error?: unknown }) => void>()
  let nextId = Date.now() * 1000
  const closed = new Promise<[number, string]>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve([code, reason.toString()])
      for (const settle of asked.values()) settle({ error: { message: 'closed' } })
    })
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString())
    if (frame.method === 'irn_subscription') {
      inbox.push((frame as Push).params.data)
      if (acknowledges) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    } else asked.get(frame.id)?.(frame)
  })
  await once(socket, 'open')
  // The close event follows every later error.
  socket.on('error', () => undefined)
  return {
    key,
    socket,
    inbox,
    closed,
    ask(method, params) {
      const id = nextId++
      return new Promise((resolve, reject) => {
        asked.set(id, ({ error, result }) => {
          asked.delete(id)
          if (error) reject(Object.assign(new Error('refused'), error))
          else resolve(result)
        })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    },
  }
}

export declare namespace openClient {
  type Options = {
    key?: ClientKey | undefined
    auth?: string | undefined
    query?: Record<string, string> | undefined
    acknowledges?: boolean | undefined
    socketOptions?: ClientOptions | undefined
  }
}
