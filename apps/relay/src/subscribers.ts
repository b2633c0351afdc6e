import type { Connection, Subscription } from './connection.ts'
import type { Store } from './store/store.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Tracks which connections of this process read which topic. */
export function createSubscribers(store: Pick<Store, 'unlisten'>) {
  const topics = new Map<string, Set<Connection>>()
  /** Connections that read something, and the number of their different topics, by client id. */
  const clients = new Map<string, { readonly connections: Set<Connection>; topics: number }>()

  /** Tells whether another socket of the client reads the topic. */
  function isReadElsewhere(connection: Connection, topic: string): boolean {
    for (const other of clients.get(connection.clientId)?.connections ?? [])
      if (other !== connection && other.subscriptions.has(topic)) return true
    return false
  }

  function remove(connection: Connection, topic: string): void {
    const subscription = connection.subscriptions.get(topic)
    if (subscription === undefined) return
    connection.subscriptions.delete(topic)
    for (const { id } of subscription.inFlight?.values() ?? []) {
      connection.pushes?.delete(String(id))
    }
    const client = clients.get(connection.clientId)
    if (client && !isReadElsewhere(connection, topic)) client.topics--
    if (connection.subscriptions.size === 0) client?.connections.delete(connection)
    if (client?.connections.size === 0) clients.delete(connection.clientId)
    const readers = topics.get(topic)
    readers?.delete(connection)
    if (readers?.size === 0) {
      topics.delete(topic)
      store.unlisten(topic)
    }
  }

  return {
    add(connection: Connection, topic: string): Subscription {
      const known = connection.subscriptions.get(topic)
      if (known) return known
      const id = subscriptionId(topic, connection.clientId)
      const subscription: Subscription = { id, topic, inFlight: undefined, recent: undefined }
      // The socket closed during the call.
      if (connection.isClosed) return subscription
      const client = clients.get(connection.clientId) ?? { connections: new Set(), topics: 0 }
      clients.set(connection.clientId, client)
      if (!isReadElsewhere(connection, topic)) client.topics++
      client.connections.add(connection)
      connection.subscriptions.set(topic, subscription)
      const readers = topics.get(topic)
      if (readers) readers.add(connection)
      else topics.set(topic, new Set([connection]))
      return subscription
    },
    remove,
    removeAll(connection: Connection): void {
      for (const topic of [...connection.subscriptions.keys()]) remove(connection, topic)
    },
    of: (topic: string): Iterable<Connection> => topics.get(topic) ?? [],
    has: (topic: string) => topics.has(topic),
    /**
     * Counts what a client would read with more topics: different ones, and subscriptions over all its sockets. A socket
     * that is half open still subscribes when its client is back on a new one.
     */
    countWith(
      connection: Connection,
      more: readonly string[],
    ): { topics: number; subscriptions: number } {
      const client = clients.get(connection.clientId)
      const added = [...new Set(more)].filter((topic) => !connection.subscriptions.has(topic))
      let subscriptions = added.length
      for (const each of client?.connections ?? []) subscriptions += each.subscriptions.size
      const fresh = added.filter((topic) => !isReadElsewhere(connection, topic))
      return { topics: (client?.topics ?? 0) + fresh.length, subscriptions }
    },
    connections: () => [...new Set([...topics.values()].flatMap((readers) => [...readers]))],
    readSize: () => ({ topics: topics.size, clients: clients.size }),
  }
}
