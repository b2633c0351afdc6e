import { setImmediate as nextTurn } from 'node:timers/promises'
import { weightOfPage } from './allowance.ts'
import type { Connection, Subscription } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import { Refusal } from './rpc/refusal.ts'
import type { Page, Reader, Reading, Store, StoredMessage } from './store/store.ts'
import type { createSubscribers } from './subscribers.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Maximum of bytes read from mailboxes at once. */
const pageBytes = 1_048_576
const emptyPage: Page = { messages: [], hasMore: false, visited: 0 }
/** Connections whose mailboxes are read for a repeated message before other work has its turn. */
const readsPerTurn = 100

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

  /**
   * Reads mailboxes for a client's call: one of a connection at a time, and the next one in a later turn of the event loop. The
   * answer of each can be 1 MiB: it is on its way, or its socket closed, before the next one is read.
   */
  function readInTurn(connection: Connection, readings: readonly Reading[]): Promise<Page> {
    const page = Promise.resolve(connection.reading).then(() =>
      connection.isClosed ? emptyPage : readPage(readings),
    )
    const turn = () => nextTurn()
    const reading: Promise<void> = page.then(turn, turn).then(() => {
      if (connection.reading === reading) connection.reading = undefined
    })
    connection.reading = reading
    return page
  }

  async function readPending(
    connection: Connection,
    subscriptions: Iterable<Subscription>,
    {
      isAnew,
      payer = isAnew ? connection : undefined,
      turn,
    }: { isAnew: boolean; payer?: Connection | undefined; turn: number },
  ): Promise<Effect[]> {
    const readings = Array.from(subscriptions, ({ id, inFlight, topic }) => ({
      topic,
      reader: id,
      skip: isAnew ? pushedSince(inFlight, turn) : inFlight,
    }))
    const page = await (isAnew ? readInTurn(connection, readings) : readPage(readings))
    // Pushes are limited by their acknowledgements, but a client can subscribe again as often as it likes.
    if (payer) spend(payer, weightOfPage(page))
    if (page.hasMore) connection.isBehind = true
    return page.messages.flatMap((message): Effect[] => {
      const subscription = connection.subscriptions.get(message.topic)
      if (subscription === undefined) return []
      return [{ kind: 'push', connection, subscription, message, turn }]
    })
  }

  /**
   * Reads the mailboxes of repeated messages again, at the expense of their publisher: the client may have missed the first
   * answer, and its readers the push.
   */
  async function readAgain(
    publisher: Connection,
    repeated: readonly { readonly topic: string; readonly hash: string }[],
  ): Promise<Effect[]> {
    const hashes = new Map<string, Set<string>>()
    for (const { hash, topic } of repeated)
      hashes.set(topic, (hashes.get(topic) ?? new Set()).add(hash))
    const effects: Effect[] = []
    let reads = 0
    for (const [topic, hashesOfTopic] of hashes) {
      for (const connection of [...subscribers.of(topic)]) {
        const subscription = connection.subscriptions.get(topic)
        // The mailboxes of a connection that is behind are read anyway.
        if (subscription === undefined || connection.isBehind) continue
        if ([...hashesOfTopic].every((hash) => wasPushed(subscription, hash))) continue
        if (++reads % readsPerTurn === 0) await nextTurn()
        const options = { isAnew: false, payer: publisher, turn: connection.turn }
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
    const readings = topics.map((topic) => readerOf(connection, topic))
    const page = await readInTurn(connection, readings)
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

const wasPushed = ({ inFlight, recent }: Subscription, hash: string) =>
  inFlight?.has(hash) === true || recent?.includes(hash) === true

/** Returns the hashes of messages that were pushed in this turn or later. */
const pushedSince = (inFlight: Subscription['inFlight'], turn: number) =>
  inFlight && new Set([...inFlight].flatMap(([hash, push]) => (push.turn >= turn ? [hash] : [])))
