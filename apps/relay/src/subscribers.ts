import type { Connection, Subscription } from './connection.ts'
import type { Store } from './store/store.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Tracks which connections of this process read which topic. */
export function createSubscribers(store: Pick<Store, 'unlisten'>) {
  const topics = new Map<string, Set<Connection>>()
  /** Number of topics per client id, over all its sockets. */
  const counts = new Map<string, number>()

  function count(clientId: string, change: number): void {
    const next = (counts.get(clientId) ?? 0) + change
    if (next > 0) counts.set(clientId, next)
    else counts.delete(clientId)
  }

  function remove(connection: Connection, topic: string): void {
    const subscription = connection.subscriptions.get(topic)
    if (subscription === undefined) return
    connection.subscriptions.delete(topic)
    for (const { id } of subscription.inFlight?.values() ?? []) {
      connection.pushes?.delete(String(id))
    }
    count(connection.clientId, -1)
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
      connection.subscriptions.set(topic, subscription)
      count(connection.clientId, 1)
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
    topicsOf: (clientId: string) => counts.get(clientId) ?? 0,
    connections: () => [...new Set([...topics.values()].flatMap((readers) => [...readers]))],
    readSize: () => ({ topics: topics.size, clients: counts.size }),
  }
}
