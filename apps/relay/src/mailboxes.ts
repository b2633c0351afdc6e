import type { Connection, Subscription } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import { Refusal } from './rpc/refusal.ts'
import type { Store, StoredMessage } from './store/store.ts'
import type { createSubscribers } from './subscribers.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Maximum of bytes read from mailboxes at once for pushes and, below, for a fetch call. */
const pageBytes = 4_194_304
const fetchBytes = 1_048_576

/** Delivers messages from mailboxes: when a client subscribes, when a message arrives, and when a full socket drains. */
export function createMailboxes({
  limits,
  onFailure,
  store,
  subscribers,
}: createMailboxes.Options) {
  /** Subscribes a client. Registers before reading the mailboxes, so that no message is missed in between. */
  async function subscribe(connection: Connection, topics: readonly string[]) {
    const added = topics.filter((topic) => !connection.subscriptions.has(topic))
    const count = subscribers.topicsOf(connection.clientId) + new Set(added).size
    if (count > limits.topicsPerClient) {
      throw new Refusal(-32005, `More than ${limits.topicsPerClient} topics`)
    }
    connection.turn++
    const subscriptions = topics.map((topic) => subscribers.add(connection, topic))
    await Promise.all(subscriptions.map(({ topic }) => store.listen(topic)))
    // The socket closed meanwhile: unregister again.
    if (connection.isClosed) {
      for (const { topic } of subscriptions) if (!subscribers.has(topic)) store.unlisten(topic)
    }
    return { subscriptions, turn: connection.turn }
  }

  function deliver(message: StoredMessage): Effect[] {
    const effects: Effect[] = []
    for (const connection of subscribers.of(message.topic)) {
      const subscription = connection.subscriptions.get(message.topic)
      if (subscription === undefined || subscription.id === message.from) continue
      effects.push({ kind: 'push', connection, subscription, message, turn: connection.turn })
    }
    return effects
  }

  async function readPending(
    connection: Connection,
    subscriptions: Iterable<Subscription>,
    { isAnew, turn }: { isAnew: boolean; turn: number },
  ): Promise<Effect[]> {
    const readings = Array.from(subscriptions, ({ id, topic }) => ({ topic, reader: id }))
    const page = await store.pending(readings, {
      maxBytes: pageBytes,
      skip: (topic, hash) => {
        const push = connection.subscriptions.get(topic)?.inFlight?.get(hash)
        return push !== undefined && (!isAnew || push.turn >= turn)
      },
    })
    if (page.hasMore) connection.isBehind = true
    return page.messages.flatMap((message): Effect[] => {
      const subscription = connection.subscriptions.get(message.topic)
      if (subscription === undefined) return []
      return [{ kind: 'push', connection, subscription, message, turn }]
    })
  }

  /**
   * Reads the mailboxes of these topics again, for a repeated publish: the client may have missed the first answer, and
   * its readers the push.
   */
  async function readAgain(topics: readonly string[]): Promise<Effect[]> {
    const effects: Effect[] = []
    for (const topic of new Set(topics)) {
      for (const connection of [...subscribers.of(topic)]) {
        const subscription = connection.subscriptions.get(topic)
        if (subscription === undefined) continue
        const options = { isAnew: false, turn: connection.turn }
        effects.push(
          ...(await readPending(connection, [subscription], options).catch(markBehind(connection))),
        )
      }
    }
    return effects
  }

  async function resume(connection: Connection): Promise<Effect[]> {
    if (connection.isClosed || !connection.isBehind || connection.isPaused) return []
    if ((connection.pushes?.size ?? 0) > limits.maxInFlight / 2) return []
    // Reset before the read: a message that arrives during it sets it again if it can not be pushed.
    connection.isBehind = false
    return readPending(connection, connection.subscriptions.values(), {
      isAnew: false,
      turn: connection.turn,
    }).catch(markBehind(connection))
  }

  /** Returns an error handler that marks the connection, so that its mailboxes are read once the store works again. */
  function markBehind(connection: Connection) {
    return (error: unknown): Effect[] => {
      connection.isBehind = true
      onFailure(error)
      return []
    }
  }

  async function fetchMessages(connection: Connection, topics: readonly string[]) {
    const readings = topics.map((topic) => ({
      topic,
      reader: subscriptionId(topic, connection.clientId),
    }))
    const { hasMore, messages } = await store.pending(readings, { maxBytes: fetchBytes })
    return {
      // The call has no cursor: the client calls again after acknowledging these.
      hasMore,
      messages: messages.map(({ attestation, message, publishedAt, tag, topic }) => ({
        topic,
        message,
        publishedAt,
        tag,
        ...(attestation === undefined ? {} : { attestation }),
      })),
    }
  }

  return { markBehind, deliver, fetchMessages, readAgain, readPending, resume, subscribe }
}

export declare namespace createMailboxes {
  type Options = {
    limits: Limits
    store: Store
    subscribers: ReturnType<typeof createSubscribers>
    onFailure(error: unknown): void
  }
}
