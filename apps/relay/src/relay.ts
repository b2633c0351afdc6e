import { type RelayMethod, type RelayParams, relayCloseCodes, relayMethods } from '@foyer/protocol'
import * as v from 'valibot'
import { type Connection, createConnection, type Subscription } from './connection.ts'
import { createPushes } from './pushes.ts'
import { errorFrame, resultFrame } from './rpc/answers.ts'
import { parseFrame, type RawId } from './rpc/parseFrame.ts'
import {
  type Appended,
  type NewMessage,
  type Store,
  type StoredMessage,
  sizeOf,
} from './store/store.ts'
import { createWindows } from './store/windows.ts'
import { createSubscribers } from './subscribers.ts'
import { sha256, subscriptionId } from './subscriptionId.ts'

/** What is to be done on sockets, in this order. */
export type Effect =
  | { readonly kind: 'answer'; readonly connection: Connection; readonly frame: string }
  | {
      readonly kind: 'push'
      readonly connection: Connection
      readonly subscription: Subscription
      readonly message: StoredMessage
      readonly turn: number
    }
  | {
      readonly kind: 'close'
      readonly connection: Connection
      readonly code: number
      readonly reason: string
    }

export type RelayLimits = {
  /** Topics that one client may read. */
  readonly topicsPerClient: number
  /** Requests of one socket a second, and at once. */
  readonly requestsPerSecond: number
  readonly requestBurst: number
  /** Pushes that a client may leave unanswered. */
  readonly maxInFlight: number
  /** The longest life of a message. */
  readonly maxTtlMs: number
  /** Bytes that one client may publish in a minute; all of one address eight times as much. */
  readonly publishBytesPerMinute: number
}

/** What the relay tells of its work; no topic and no client in it. */
export type RelayObserver = {
  onRequest(method: RelayMethod | 'unknown', outcome: 'ok' | 'refused' | 'failed', ms: number): void
  onDelivered(ms: number): void
  onFailure(error: unknown): void
}

export type Relay = ReturnType<typeof createRelay>

/** How many bytes of waiting messages are read at once, for pushes and for fetches. */
const pageBytes = 4_194_304
const fetchBytes = 1_048_576
/** A batch counts as one request for so many of its topics, messages or receipts. */
const partsPerRequest = 25
/** What all clients of one address may publish, in times of what one may: ids are free, addresses are not. */
const clientsPerAddress = 8

/**
 * The relay without sockets: what clients say goes in, what is to be done comes out.
 *
 * The answer to a request always comes before the pushes it causes: on a fast link the reference client loses an
 * acknowledgement that overtakes it.
 */
export function createRelay({ limits, now = Date.now, observer, store }: createRelay.Options) {
  const subscribers = createSubscribers(store)
  const windows = createWindows(now)
  const pushes = createPushes({ maxInFlight: limits.maxInFlight, now })

  function refuse(code: number, message: string): never {
    throw new Refusal(code, message)
  }

  /** Registers first and lets the bell be heard before mailboxes are read: nothing falls between. */
  async function subscribe(connection: Connection, topics: readonly string[]) {
    const added = topics.filter((topic) => !connection.subscriptions.has(topic))
    const count = subscribers.topicsOf(connection.clientId) + new Set(added).size
    if (count > limits.topicsPerClient) {
      refuse(-32005, `More than ${limits.topicsPerClient} topics`)
    }
    connection.turn++
    const subscriptions = topics.map((topic) => subscribers.add(connection, topic))
    await Promise.all(subscriptions.map(({ topic }) => store.listen(topic)))
    // Its socket closed meanwhile: what was listened to is nobody's.
    if (connection.isClosed) {
      for (const { topic } of subscriptions) if (!subscribers.has(topic)) store.unlisten(topic)
    }
    return { subscriptions, turn: connection.turn }
  }

  async function publish(
    connection: Connection,
    { attestation, message, tag, topic, ttl }: Publish,
  ): Promise<Appended> {
    const fromHere = {
      cost: sizeOf({ attestation, message }),
      limit: limits.publishBytesPerMinute * clientsPerAddress,
      windowMs: 60_000,
    }
    if (!windows.take(connection.address, fromHere)) return { status: 'budget-spent' }
    return store.append({
      topic,
      message,
      tag,
      attestation: attestation === '' ? undefined : attestation,
      hash: sha256(message),
      from: connection.subscriptions.get(topic)?.id ?? subscriptionId(topic, connection.clientId),
      ttlMs: Math.min(ttl * 1000, limits.maxTtlMs),
      budget: connection.budget,
    } satisfies NewMessage)
  }

  /** The pushes of what was appended, or a refusal that names what was full. */
  function settle(
    results: readonly Appended[],
    topics: readonly string[],
  ): { effects: Effect[]; again: () => Promise<Effect[]> } {
    for (const { status } of results) {
      if (status === 'mailbox-full') refuse(-32005, 'The mailbox of this topic is full')
      if (status === 'budget-spent') refuse(-32005, 'Too much was published in this minute')
      if (status === 'store-full') throw new Refusal(-32005, 'The relay is full', { isFatal: true })
    }
    const effects = results.flatMap((result) =>
      result.status === 'kept' ? deliver(result.message) : [],
    )
    const known = topics.filter((_, n) => results[n]?.status === 'known')
    return { effects, again: () => readAgain(known) }
  }

  /** Sent again because its first answer was lost, and with it perhaps the push: these mailboxes know, no other is read. */
  async function readAgain(topics: readonly string[]): Promise<Effect[]> {
    const effects: Effect[] = []
    for (const topic of new Set(topics)) {
      for (const connection of [...subscribers.of(topic)]) {
        const subscription = connection.subscriptions.get(topic)
        if (subscription === undefined) continue
        const options = { isAnew: false, turn: connection.turn }
        effects.push(
          ...(await readPending(connection, [subscription], options).catch(behind(connection))),
        )
      }
    }
    return effects
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

  async function fetchMessages(connection: Connection, topics: readonly string[]) {
    const readings = topics.map((topic) => ({
      topic,
      reader: subscriptionId(topic, connection.clientId),
    }))
    const { hasMore, messages } = await store.pending(readings, { maxBytes: fetchBytes })
    return {
      // Without a cursor in the call, "more" is what the client gets once it received these.
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

  type Outcome = { result: unknown; effects?: Effect[]; after?: () => Promise<Effect[]> }

  const methods: {
    readonly [method in RelayMethod]: (
      connection: Connection,
      params: RelayParams<method>,
    ) => Promise<Outcome>
  } = {
    async irn_publish(connection, params) {
      const { again, effects } = settle([await publish(connection, params)], [params.topic])
      return { result: true, effects, after: again }
    },
    async irn_batchPublish(connection, { messages }) {
      const results = await Promise.all(messages.map((message) => publish(connection, message)))
      const topics = messages.map(({ topic }) => topic)
      const { again, effects } = settle(results, topics)
      return { result: true, effects, after: again }
    },
    async irn_subscribe(connection, { topic }) {
      const { subscriptions, turn } = await subscribe(connection, [topic])
      return {
        result: subscriptions[0]?.id,
        after: () => readPending(connection, subscriptions, { isAnew: true, turn }),
      }
    },
    async irn_batchSubscribe(connection, { topics }) {
      const { subscriptions, turn } = await subscribe(connection, topics)
      return {
        result: subscriptions.map(({ id }) => id),
        after: () => readPending(connection, new Set(subscriptions), { isAnew: true, turn }),
      }
    },
    async irn_unsubscribe(connection, { topic }) {
      subscribers.remove(connection, topic)
      return { result: true }
    },
    async irn_batchUnsubscribe(connection, { subscriptions }) {
      for (const { topic } of subscriptions) subscribers.remove(connection, topic)
      return { result: true }
    },
    async irn_fetchMessages(connection, { topic }) {
      return { result: await fetchMessages(connection, [topic]) }
    },
    async irn_batchFetchMessages(connection, { topics }) {
      return { result: await fetchMessages(connection, topics) }
    },
    async irn_batchReceive(connection, { receipts }) {
      await Promise.all(
        receipts.map(({ messageId, topic }) => {
          const reader = subscriptionId(topic, connection.clientId)
          return store.acknowledge({ topic, hash: messageId, reader })
        }),
      )
      return { result: true }
    },
    async wc_proposeSession(connection, { attestation, pairingTopic, sessionProposal, ttl }) {
      const { subscriptions, turn } = await subscribe(connection, [pairingTopic])
      const proposal = {
        topic: pairingTopic,
        message: sessionProposal,
        ttl,
        tag: 1100,
        attestation,
      }
      const { again, effects } = settle([await publish(connection, proposal)], [pairingTopic])
      return {
        result: true,
        effects,
        after: async () => [
          ...(await readPending(connection, subscriptions, { isAnew: true, turn })),
          ...(await again()),
        ],
      }
    },
    async wc_approveSession(connection, params) {
      const { pairingTopic, sessionTopic, ttl } = params
      const { subscriptions, turn } = await subscribe(connection, [sessionTopic])
      const results = await Promise.all([
        publish(connection, {
          topic: pairingTopic,
          message: params.sessionProposalResponse,
          ttl,
          tag: 1101,
        }),
        publish(connection, {
          topic: sessionTopic,
          message: params.sessionSettlementRequest,
          ttl,
          tag: 1102,
        }),
      ])
      const { again, effects } = settle(results, [pairingTopic, sessionTopic])
      return {
        result: true,
        effects,
        after: async () => [
          ...(await readPending(connection, subscriptions, { isAnew: true, turn })),
          ...(await again()),
        ],
      }
    },
  }

  async function answer(
    connection: Connection,
    { id, method, params }: { id: RawId; method: string; params: unknown },
  ): Promise<Effect[]> {
    const startedAt = performance.now()
    const isKnown = Object.hasOwn(relayMethods, method)
    const name = isKnown ? (method as RelayMethod) : 'unknown'
    const observe = (outcome: 'ok' | 'refused' | 'failed') =>
      observer?.onRequest(name, outcome, performance.now() - startedAt)
    try {
      if (name === 'unknown') refuse(-32601, 'There is no such method')
      const parsed = v.safeParse(relayMethods[name].params, params, { abortEarly: true })
      if (!parsed.success)
        refuse(-32602, `params.${v.getDotPath(parsed.issues[0]) ?? ''} is not valid`)
      const weight = Math.ceil(countParts(parsed.output) / partsPerRequest) - 1
      const tooMany = weight > 0 ? charge(connection, weight) : []
      if (tooMany.length > 0) return tooMany
      const call = methods[name] as (connection: Connection, params: unknown) => Promise<Outcome>
      const { after, effects = [], result } = await call(connection, parsed.output)
      observe('ok')
      const frame = resultFrame(id, result)
      return [
        { kind: 'answer', connection, frame },
        ...effects,
        ...(after ? await after().catch(behind(connection)) : []),
      ]
    } catch (error) {
      if (!(error instanceof Refusal)) {
        observe('failed')
        observer?.onFailure(error)
        // Not acknowledged: the client sends the same again.
        return [{ kind: 'answer', connection, frame: errorFrame(id, -32603, 'Try again') }]
      }
      observe('refused')
      const frame = errorFrame(id, error.code, error.message)
      if (!error.isFatal) return [{ kind: 'answer', connection, frame }]
      const { tryLater: code } = relayCloseCodes
      return [
        { kind: 'answer', connection, frame },
        { kind: 'close', connection, code, reason: `${error.message}, try again later` },
      ]
    }
  }

  /** The subscription stands, only its mailbox could not be read: it will be when the store is back. */
  function behind(connection: Connection) {
    return (error: unknown): Effect[] => {
      connection.isBehind = true
      observer?.onFailure(error)
      return []
    }
  }

  async function acknowledge(connection: Connection, id: string): Promise<Effect[]> {
    const done = pushes.end(connection, id)
    if (done === undefined) return charge(connection)
    observer?.onDelivered(done.ms)
    const { hash, subscription } = done
    await store.acknowledge({ topic: subscription.topic, hash, reader: subscription.id })
    return connection.isBehind ? resume(connection) : []
  }

  async function resume(connection: Connection): Promise<Effect[]> {
    if (connection.isClosed || !connection.isBehind || connection.isPaused) return []
    if ((connection.pushes?.size ?? 0) > limits.maxInFlight / 2) return []
    // Before the read: what arrives meanwhile is pushed on its own, and marks it again if it can not be.
    connection.isBehind = false
    return readPending(connection, connection.subscriptions.values(), {
      isAnew: false,
      turn: connection.turn,
    }).catch(behind(connection))
  }

  function charge(connection: Connection, weight = 1): Effect[] {
    const at = now()
    connection.allowance = Math.min(
      limits.requestBurst,
      connection.allowance + ((at - connection.allowanceAt) / 1000) * limits.requestsPerSecond,
    )
    connection.allowanceAt = at
    connection.allowance -= weight
    if (connection.allowance >= 0) return []
    const { tryLater: code } = relayCloseCodes
    return [{ kind: 'close', connection, code, reason: 'Too many requests' }]
  }

  return {
    /** @param address - stands for where it comes from; kept as long as the connection */
    connect(clientId: string, address: string): Connection {
      return createConnection(clientId, {
        address,
        budget: sha256(clientId).slice(0, 32),
        burst: limits.requestBurst,
        now: now(),
      })
    },
    disconnect(connection: Connection): void {
      connection.isClosed = true
      subscribers.removeAll(connection)
      connection.pushes = undefined
    },
    /** Takes one text frame of a client. Never rejects. */
    async handle(connection: Connection, text: string): Promise<Effect[]> {
      const frame = parseFrame(text)
      if (frame.kind === 'answer') {
        if (!frame.isOk) return charge(connection)
        return acknowledge(connection, frame.id).catch(behind(connection))
      }
      const refusal = charge(connection)
      if (refusal.length > 0) return refusal
      if (frame.kind === 'request') return answer(connection, frame)
      return [
        { kind: 'answer', connection, frame: errorFrame(frame.id, frame.code, frame.problem) },
      ]
    },
    /** The frame of a push; undefined when the client has it or can not take it now. */
    startPush: pushes.start,
    /** Another process published. */
    deliver,
    resume,
    /** Marks everyone as behind: the bell may have been missed. */
    missed(): Connection[] {
      const all = subscribers.connections()
      for (const connection of all) connection.isBehind = true
      return all
    },
    readSize: subscribers.readSize,
  }
}

export declare namespace createRelay {
  type Options = {
    store: Store
    limits: RelayLimits
    observer?: RelayObserver | undefined
    /** Gives the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}

function countParts(params: object): number {
  return Math.max(
    0,
    ...Object.values(params).map((part) => (Array.isArray(part) ? part.length : 0)),
  )
}

type Publish = Omit<RelayParams<'irn_publish'>, 'prompt'>

class Refusal extends Error {
  readonly code: number
  readonly isFatal: boolean

  constructor(code: number, message: string, { isFatal = false } = {}) {
    super(message)
    this.code = code
    this.isFatal = isFatal
  }
}
