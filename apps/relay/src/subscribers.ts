import type { Connection, Subscription } from './connection.ts'
import type { Store } from './store/store.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Tracks which connections of this process read which topic. */
export function createSubscribers(store: Pick<Store, 'unlisten'>) {
  const topics = new Map<string, Set<Connection>>()
  /** The topics that the sockets of a client read, by client id: how many sockets read each, and the sum. */
  const clients = new Map<string, { readonly topics: Map<string, number>; subscriptions: number }>()

  function count(clientId: string, topic: string, by: 1 | -1): void {
    const client = clients.get(clientId) ?? { topics: new Map<string, number>(), subscriptions: 0 }
    const sockets = (client.topics.get(topic) ?? 0) + by
    if (sockets > 0) client.topics.set(topic, sockets)
    else client.topics.delete(topic)
    client.subscriptions += by
    if (client.subscriptions > 0) clients.set(clientId, client)
    else clients.delete(clientId)
  }

  function remove(connection: Connection, topic: string): void {
    const subscription = connection.subscriptions.get(topic)
    if (subscription === undefined) return
    connection.subscriptions.delete(topic)
    for (const { id } of subscription.inFlight?.values() ?? []) {
      connection.pushes?.delete(String(id))
    }
    count(connection.clientId, topic, -1)
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
      count(connection.clientId, topic, 1)
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
    /** Returns the number of sockets that read a topic. */
    countOf: (topic: string) => topics.get(topic)?.size ?? 0,
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
      const fresh = added.filter((topic) => !client?.topics.has(topic))
      return {
        topics: (client?.topics.size ?? 0) + fresh.length,
        subscriptions: (client?.subscriptions ?? 0) + added.length,
      }
    },
    connections: () => [...new Set([...topics.values()].flatMap((readers) => [...readers]))],
    readSize: () => ({ topics: topics.size, clients: clients.size }),
  }
}
