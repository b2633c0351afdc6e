import * as v from 'valibot'
import type { Browser } from './browser.ts'
import { createClock } from './createClock.ts'
import { createIds } from './createIds.ts'
import { createLeader } from './createLeader.ts'
import { createStore } from './createStore.ts'
import { createTabs } from './createTabs.ts'
import { fromHex, randomBytes, toHex } from './crypto/bytes.ts'
import type { Primitives } from './crypto/primitives.ts'
import { clientIdOf } from './crypto/relayToken.ts'
import type { Relay } from './relay/createRelay.ts'
import { createSender } from './relay/createSender.ts'
import { createOutbox } from './relay/outbox.ts'
import { createPendingRequests, type LateAnswer } from './session/createPendingRequests.ts'
import { createRequests, type Requests } from './session/createRequests.ts'
import { propose } from './session/propose.ts'
import { type RequestRecord, type SessionRecord, sessionRecord } from './session/records.ts'
import type { ClientEvent, Wire } from './session/wire.ts'

/** The WalletConnect client of a site, behind the connector. */
export type Client = Requests & {
  readonly wire: Wire
  /** Of this page, until it is reloaded. */
  readonly tab: string
  /** Waits for the answer to a request; call it before sending. */
  waitForAnswer(id: number, request: RequestRecord): Promise<unknown>
  propose(parameters: propose.Parameters): Promise<propose.Result>
  /**
   * Waits until the relay has accepted a message.
   *
   * @throws FoyerError `relay-unreachable`, `relay-refused`, `clock-wrong`
   */
  whenSent(id: number, limitMs: number): Promise<void>
  /** Lists sessions that have not expired. */
  listSessions(): SessionRecord[]
  listen(listener: (event: ClientEvent) => void): () => void
  /** True if a tab still runs; always true for this one. */
  isAlive(tab: string): Promise<boolean>
  stop(): void
}

/** A value for the other tabs that a full storage did not keep. */
type Stored = { readonly kind: 'stored'; readonly key: string; readonly value: unknown }

export async function createClient({
  browser,
  log,
  onLateAnswer,
  primitives,
  projectId,
  relayUrl,
}: createClient.Parameters): Promise<Client> {
  // Topics belong to one relay.
  const name = `foyer.wc.${encodeURIComponent(projectId)}.${encodeURIComponent(relayUrl)}.`
  const store = createStore(browser.storage, name)
  const seed = readSeed(store)
  const clientId = clientIdOf(await primitives.ed25519.publicKeyOf(fromHex(seed, 32)))
  const tab = toHex(randomBytes(8))
  const nextId = createIds(browser)
  const outbox = createOutbox(store)
  const listeners = new Set<(event: ClientEvent) => void>()
  const emitHere = (event: ClientEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  let relay: Relay | undefined
  const wire: Wire = {
    browser,
    clock: createClock(browser),
    log,
    nextId,
    primitives,
    store,
    emit(event) {
      emitHere(event)
      tabs.post(event)
    },
    send: (...message) => sender.send(...message),
    sync() {
      if (relay) relay.sync()
      else tabs.post('sync')
    },
  }
  const sender = createSender({
    outbox,
    wire,
    wake() {
      if (relay) return relay.retry()
      tabs.post('send')
      tabs.check()
    },
  })

  const lead = () => {
    const ownRelay = createLeader({ clientId, outbox, projectId, relayUrl, seed, wire })
    relay = ownRelay
    ownRelay.sync()
    void pending.findLate()
    return () => {
      ownRelay.stop()
      relay = undefined
    }
  }

  const pending = createPendingRequests({
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
      else {
        const event = message as ClientEvent | Stored
        if (event.kind === 'stored') store.receive(event.key, event.value)
        else emitHere(event)
      }
    },
  })
  // Precedes the event or call that makes another tab read it.
  store.share((key, value) => tabs.post({ kind: 'stored', key, value } satisfies Stored))
  listeners.add((event) => {
    if (event.kind === 'sent') {
      const id = sender.take(event.id)
      if (id !== undefined) pending.sent(id, event.problem)
    } else pending.handleEvent(event)
  })
  const stopWaking = browser.onWake(() => {
    if (relay) relay.probe()
    else tabs.check()
    emitHere({ kind: 'woke' })
  })
  // Without channels between tabs, storage events are all that they get.
  const stopReading =
    browser.locks && browser.openChannel
      ? () => {}
      : browser.onStored(() => emitHere({ kind: 'woke' }))

  return {
    ...createRequests({ pending, tab, wire }),
    wire,
    tab,
    waitForAnswer: pending.wait,
    propose: (parameters) => propose(wire, tab, parameters),
    whenSent: pending.whenSent,
    listSessions: () =>
      store
        .list('session.')
        .flatMap((key) => store.read(key, sessionRecord) ?? [])
        .filter(({ expiresAt }) => expiresAt > browser.now()),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isAlive: async (other) => other === tab || (await tabs.isAlive(other)) === true,
    stop() {
      stopWaking()
      stopReading()
      tabs.stop()
      pending.stop()
      listeners.clear()
    },
  }
}

export declare namespace createClient {
  type Parameters = {
    browser: Browser
    /** Receives problems, without keys, topics or messages. */
    log: (message: string) => void
    onLateAnswer: ((answer: LateAnswer) => void) | undefined
    primitives: Primitives
    projectId: string
    relayUrl: string
  }
}

/** The key that identifies this client at relays, kept over reloads. */
function readSeed(store: ReturnType<typeof createStore>): string {
  const known = store.read('seed', v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))
  const seed = known ?? toHex(randomBytes(32))
  if (!known) store.write('seed', seed)
  return seed
}
