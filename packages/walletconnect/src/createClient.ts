import { type Delivery, FoyerError, sessionMethods, sessionTtlS } from '@foyer/protocol'
import * as v from 'valibot'
import type { Browser } from './browser.ts'
import { createIds } from './createIds.ts'
import { createLeader } from './createLeader.ts'
import { createStore } from './createStore.ts'
import { createTabs } from './createTabs.ts'
import { fromHex, randomBytes, toHex } from './crypto/bytes.ts'
import { seal } from './crypto/envelope.ts'
import type { Primitives } from './crypto/primitives.ts'
import { clientIdOf } from './crypto/relayToken.ts'
import { formatMessage } from './messageText.ts'
import type { Relay } from './relay/createRelay.ts'
import { createOutbox } from './relay/outbox.ts'
import { createQuestions, type LateAnswer } from './session/createQuestions.ts'
import { propose } from './session/propose.ts'
import { type RequestRecord, type SessionRecord, sessionRecord } from './session/records.ts'
import { type ClientEvent, dropSession, readSession, readTopic, type Wire } from './session/wire.ts'

/** A WalletConnect client of a site: all that is behind the connector. */
export type Client = {
  readonly wire: Wire
  /** Of this page, until it is reloaded. */
  readonly tab: string
  /** Registers a question, before it is sent. @returns The answer. */
  ask(id: number, request: RequestRecord): Promise<unknown>
  propose(parameters: propose.Parameters): Promise<propose.Result>
  /**
   * Asks a wallet.
   *
   * @param parameters.expiryS - How long the wallet may take, 300 to 604800 s. @default 300
   * @throws FoyerError `request-timed-out`, `not-connected`, `rpc-failed` (the relay took it not), or what the wallet said
   */
  request(parameters: {
    topic: string
    chainId: string
    method: string
    params: unknown
    expiryS?: number | undefined
    /** Called with the id of the message, in the same turn. */
    onId?: (id: number) => void
  }): Promise<unknown>
  /** Whether the wallet answers. @throws FoyerError `request-timed-out`, `not-connected` */
  ping(topic: string): Promise<void>
  /** Ends a session, here at once, in the wallet as soon as the relay has the message; waits at most 3 s for that. */
  endSession(topic: string): Promise<void>
  /** Waits until the relay has a message. @throws FoyerError `rpc-failed` */
  whenSent(id: number, limitMs: number): Promise<void>
  listSessions(): SessionRecord[]
  listen(listener: (event: ClientEvent) => void): () => void
  /** Whether the tab that made something still lives; this one does. */
  isAlive(tab: string): Promise<boolean>
  stop(): void
}

/** How long a disconnect may take, ms. */
const leaveMs = 3_000

export async function createClient({
  browser,
  log,
  onLateAnswer,
  primitives,
  projectId,
  relayUrl,
}: createClient.Parameters): Promise<Client> {
  // Another relay knows nothing of these topics.
  const name = `foyer.wc.${encodeURIComponent(projectId)}.${encodeURIComponent(relayUrl)}.`
  const store = createStore(browser.storage, name)
  const seed = readSeed(store)
  const clientId = clientIdOf(await primitives.ed25519.publicKeyOf(fromHex(seed, 32)))
  const tab = toHex(randomBytes(8))
  const nextId = createIds(browser.now)
  const outbox = createOutbox(store)
  const listeners = new Set<(event: ClientEvent) => void>()
  const tell = (event: ClientEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  let relay: Relay | undefined
  const wire: Wire = {
    browser,
    log,
    nextId,
    primitives,
    store,
    emit(event) {
      tell(event)
      tabs.post(event)
    },
    send(topic, { deadline, ...message }, delivery) {
      const record = readTopic(wire, topic)
      if (!record || record.kind === 'answer') return
      const text = formatMessage({ jsonrpc: '2.0', ...message })
      add({
        topic,
        message: seal({ symKey: record.symKey, text }),
        deadline,
        delivery,
        id: message.id,
      })
    },
    sync() {
      if (relay) relay.sync()
      else tabs.post('sync')
    },
  }
  const add = ({
    deadline,
    delivery: { prompt, tag, ttlS },
    ...message
  }: {
    id: number
    topic: string
    message: string
    deadline: number | undefined
    delivery: Delivery
  }) => {
    const until = deadline ?? browser.now() + ttlS * 1000
    // An answer carries the id of its question, which another message to the relay may carry as well.
    const id = nextId()
    sentIds.set(id, message.id)
    outbox.add({ ...message, id, ttl: ttlS, tag, ...(prompt && { prompt }), deadline: until })
    if (relay) return relay.retry()
    tabs.post('send')
    tabs.check()
  }
  /** Messages of this tab on their way: by the id of the call, the id of the message. */
  const sentIds = new Map<number, number>()

  const lead = () => {
    const mine = createLeader({ clientId, outbox, projectId, relayUrl, seed, wire })
    relay = mine
    mine.sync()
    void questions.findLate()
    return () => {
      mine.stop()
      relay = undefined
    }
  }

  const questions = createQuestions({
    wire,
    tab,
    onLateAnswer,
    isAlive: (other) => (other === tab ? Promise.resolve(true) : tabs.isAlive(other)),
    isLeading: () => tabs.isLeading(),
  })
  const tabs = createTabs({
    browser,
    isShared: store.isShared(),
    name,
    tab,
    lead,
    onMessage(message) {
      if (message === 'sync') relay?.sync()
      else if (message === 'send') relay?.retry()
      else tell(message as ClientEvent)
    },
  })
  listeners.add((event) => {
    if (event.kind === 'sent') {
      const id = sentIds.get(event.id)
      sentIds.delete(event.id)
      if (id !== undefined) questions.sent(id, event.refusal)
    } else questions.hear(event)
  })
  const stopWaking = browser.onWake(() => {
    if (relay) relay.probe()
    else tabs.check()
    tell({ kind: 'woke' })
  })
  // Where tabs can not talk, what one has stored is all that the others hear.
  const stopReading =
    browser.locks && browser.openChannel ? () => {} : browser.onStored(() => tell({ kind: 'woke' }))

  const ask = (
    topic: string,
    message: { method: 'wc_sessionRequest' | 'wc_sessionPing'; params: object },
    about: { method: string; chainId?: string; ttlS: number; onId?: (id: number) => void },
  ) => {
    if (!readSession(wire, topic))
      return Promise.reject(
        new FoyerError('not-connected', { details: 'The wallet ended the session.' }),
      )
    const id = nextId()
    const deadline = browser.now() + about.ttlS * 1000
    // Before anything is sent: an answer may be faster than the relay's own.
    const answer = questions.ask(id, {
      topic,
      method: about.method,
      chainId: about.chainId,
      deadline,
      tab,
    })
    const delivery = { ...sessionMethods[message.method].request, ttlS: about.ttlS }
    wire.send(topic, { id, deadline, ...message }, delivery)
    about.onId?.(id)
    return answer
  }

  const client: Client = {
    wire,
    tab,
    ask: questions.ask,
    propose: (parameters) => propose(wire, tab, parameters),
    request({ chainId, expiryS = sessionTtlS.request, method, onId, params, topic }) {
      const ttlS = Math.min(Math.max(Math.round(expiryS), 300), sessionTtlS.session)
      const expiryTimestamp = Math.floor(browser.now() / 1000) + ttlS
      const request = { method, params: params ?? [], expiryTimestamp }
      return ask(
        topic,
        { method: 'wc_sessionRequest', params: { request, chainId } },
        { method, chainId, ttlS, ...(onId && { onId }) },
      )
    },
    async ping(topic) {
      const method = 'wc_sessionPing'
      await ask(
        topic,
        { method, params: {} },
        { method, ttlS: sessionMethods[method].request.ttlS },
      )
    },
    async endSession(topic) {
      if (!readSession(wire, topic)) return
      const id = nextId()
      const params = { code: 6000, message: 'User disconnected.' }
      const method = 'wc_sessionDelete'
      wire.send(topic, { id, ...{ method, params } }, sessionMethods[method].request)
      const sent = questions.whenSent(id, leaveMs)
      dropSession(wire, topic)
      // The message stays in the outbox until the relay has it.
      await sent.catch(() => {})
    },
    whenSent: questions.whenSent,
    listSessions: () =>
      store.list('session.').flatMap((key) => store.read(key, sessionRecord) ?? []),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isAlive: async (other) => other === tab || (await tabs.isAlive(other)) === true,
    stop() {
      stopWaking()
      stopReading()
      tabs.stop()
      questions.stop()
      listeners.clear()
    },
  }
  return client
}

export declare namespace createClient {
  type Parameters = {
    browser: Browser
    /** Told what went wrong, without keys, topics or messages. */
    log: (message: string) => void
    onLateAnswer: ((answer: LateAnswer) => void) | undefined
    primitives: Primitives
    projectId: string
    relayUrl: string
  }
}

/** The key that names this client at relays, the same after a reload. */
function readSeed(store: ReturnType<typeof createStore>): string {
  const known = store.read('seed', v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))
  const seed = known ?? toHex(randomBytes(32))
  if (!known) store.write('seed', seed)
  return seed
}
