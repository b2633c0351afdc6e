import { weightOfPage } from './allowance.ts'
import type { Connection, Subscription } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import { Refusal } from './rpc/refusal.ts'
import type { Reader, Reading, Store, StoredMessage } from './store/store.ts'
import type { createSubscribers } from './subscribers.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Maximum of bytes read from mailboxes at once. */
const pageBytes = 1_048_576

/** Delivers messages from mailboxes: when a client subscribes, when a message arrives, and when a full socket drains. */
export function createMailboxes({
  limits,
  onFailure,
  spend,
  store,
  subscribers,
}: createMailboxes.Options) {
  /** Subscribes a client. Registers before reading the mailboxes, so that no message is missed in between. */
  async function subscribe(connection: Connection, topics: readonly string[]) {
    const count = subscribers.countWith(connection, topics)
    const most = limits.topicsPerClient
    if (count.topics > most || count.subscriptions > limits.subscriptionsPerClient) {
      throw new Refusal(-32005, `More than ${limits.topicsPerClient} topics`)
    }
    connection.turn++
    const added = topics.filter((topic) => !connection.subscriptions.has(topic))
    const subscriptions = topics.map((topic) => subscribers.add(connection, topic))
    await Promise.all(subscriptions.map(({ topic }) => store.listen(topic)))
    // The socket closed meanwhile: unregister again.
    if (connection.isClosed) {
      for (const { topic } of subscriptions) if (!subscribers.has(topic)) store.unlisten(topic)
    }
    // Without this, a message may make room for others although this reader does not have it. It is delivered all the same.
    await store.addReaders(added.map((topic) => readerOf(connection, topic))).catch(onFailure)
    return { subscriptions, turn: connection.turn }
  }

  const readerOf = ({ clientId, subscriptions }: Connection, topic: string): Reader => ({
    topic,
    reader: subscriptions.get(topic)?.id ?? subscriptionId(topic, clientId),
  })

  function deliver(message: StoredMessage): Effect[] {
    const effects: Effect[] = []
    for (const connection of subscribers.of(message.topic)) {
      const subscription = connection.subscriptions.get(message.topic)
      if (subscription === undefined || subscription.id === message.from) continue
      effects.push({ kind: 'push', connection, subscription, message, turn: connection.turn })
    }
    return effects
  }

  const readPage = (readings: readonly Reading[]) =>
    store.pending(readings, { maxBytes: pageBytes, maxMessages: limits.pageMessages })

  async function readPending(
    connection: Connection,
    subscriptions: Iterable<Subscription>,
    { isAnew, turn }: { isAnew: boolean; turn: number },
  ): Promise<Effect[]> {
    const readings = Array.from(subscriptions, ({ id, inFlight, topic }) => ({
      topic,
      reader: id,
      skip: isAnew ? pushedSince(inFlight, turn) : inFlight,
    }))
    const page = await readPage(readings)
    // Pushes are limited by their acknowledgements, but a client can subscribe again as often as it likes.
    if (isAnew) spend(connection, weightOfPage(page))
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
    const page = await readPage(topics.map((topic) => readerOf(connection, topic)))
    spend(connection, weightOfPage(page))
    const { hasMore, messages } = page
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
    /** Charges a connection, in requests. */
    spend(connection: Connection, weight: number): void
  }
}

/** Returns the hashes of messages that were pushed in this turn or later. */
const pushedSince = (inFlight: Subscription['inFlight'], turn: number) =>
  inFlight && new Set([...inFlight].flatMap(([hash, push]) => (push.turn >= turn ? [hash] : [])))
