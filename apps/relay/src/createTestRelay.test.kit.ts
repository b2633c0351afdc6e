import type { RelayMessage } from '@foyer/protocol/relay'
import { type LimitSettings, resolveLimits } from '@foyer/server'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import { limits as table } from './limits.ts'
import { createRelay, type RelayObserver } from './relay.ts'
import type { Store } from './store/store.ts'

type Answer = { id: unknown; result?: unknown; error?: { code: number; message: string } }

/** A client without a socket. */
export type TestClient = {
  readonly connection: Connection
  /** Every frame received, in order. */
  readonly frames: string[]
  /** Pushed messages, with the number to answer each by. */
  readonly inbox: { pushId: number; subscriptionId: string; data: RelayMessage }[]
  readonly closed: { code: number; reason: string }[]
  send(text: string): Promise<void>
  ask(method: string, params: unknown): Promise<Answer>
  acknowledge(...pushIds: number[]): Promise<void>
}

/** Runs a relay over a store and applies its effects to clients without sockets. */
export function createTestRelay(
  store: Store,
  {
    limits,
    now,
    observer,
  }: {
    limits?: LimitSettings<typeof table>
    now?: (() => number) | undefined
    observer?: RelayObserver
  } = {},
) {
  const relay = createRelay({ limits: resolveLimits(table, limits), now, observer, store })
  const clients = new Map<Connection, TestClient>()
  let asked = 0

  function perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      const client = clients.get(effect.connection)
      if (client === undefined) continue
      if (effect.kind === 'close') client.closed.push({ code: effect.code, reason: effect.reason })
      else if (effect.kind === 'answer') client.frames.push(effect.frame)
      else {
        const frame = relay.startPush(effect)
        if (frame === undefined) continue
        client.frames.push(frame)
        const { id, params } = JSON.parse(frame)
        client.inbox.push({ pushId: id, subscriptionId: params.id, data: params.data })
      }
    }
  }
  store.watch({
    onMessage: (message) => perform(relay.deliver(message)),
    onGap: () => {
      for (const connection of relay.missed()) void relay.resume(connection).then(perform)
    },
  })

  return {
    relay,
    perform,
    connect(clientId: string): TestClient {
      const connection = relay.connect(clientId, clientId)
      const client: TestClient = {
        connection,
        frames: [],
        inbox: [],
        closed: [],
        async send(text) {
          perform(await relay.handle(connection, text))
        },
        async ask(method, params) {
          const id = `ask-${++asked}`
          await client.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
          const frame = client.frames.findLast((text) => text.startsWith(`{"id":"${id}"`))
          if (frame === undefined) throw new Error(`${method} was not answered`)
          return JSON.parse(frame)
        },
        async acknowledge(...pushIds) {
          for (const id of pushIds) await client.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
        },
      }
      clients.set(connection, client)
      return client
    },
    disconnect(client: TestClient) {
      clients.delete(client.connection)
      relay.disconnect(client.connection)
    },
  }
}
