import { type RelayMessage, type RelayMethod, relayMethods, relayPush } from '@foyer/protocol/relay'
import * as v from 'valibot'
import type { Browser } from '../browser.ts'
import { createSocket } from './createSocket.ts'
import { formatAck, parseFrame } from './frames.ts'
import type { Outbox, Outgoing } from './outbox.ts'
import { type RelayProblem, unreachable } from './relayProblem.ts'

/** Interval at which pending messages are checked, ms. @source spec 9.15 */
export const heartbeatMs = 5_000
/** Silence after which an open socket counts as dead, ms. */
const silenceMs = 10_000
/** The same when a page waiters, ms. */
const probeMs = 3_000
/** Most topics in one call. */
const batch = 500
/** Most pages of waiting messages fetched at once. */
const fetchLimit = 20

/** A relay connection that follows the store: subscribes all topics, and sends all pending messages. */
export type Relay = {
  /** Applies the store. */
  sync(): void
  /** Applies the store, and retries a relay that rejected this client. */
  retry(): void
  /** Checks at once that the socket is alive, and fetches waiting messages. */
  probe(): void
  stop(): void
}

/** A relay's rejection of a call. */
type RelayRefusal = { readonly code: number; readonly message: string }

export function createRelay({
  address,
  browser,
  clientId,
  hash,
  judge,
  nextId,
  onMessage,
  onAlive,
  onPublish,
  onSent,
  outbox,
  readTopics,
}: {
  address: () => Promise<string>
  browser: Browser
  clientId: string
  hash: (text: string) => Promise<string>
  judge: (reason: string) => Promise<boolean>
  nextId: () => number
  /** Must persist its result: the relay then deletes the message. */
  onMessage: (message: RelayMessage) => Promise<void>
  /** The relay answers: it accepted the token. */
  onAlive: () => void
  /** Called before a message goes out. */
  onPublish: (message: Outgoing) => void
  /** The relay accepted or rejected a message, or its deadline passed. */
  onSent: (id: number, problem?: RelayProblem) => void
  outbox: Outbox
  readTopics: () => string[]
}): Relay {
  const waiting = new Map<
    string,
    // Since: by a clock that the user cannot set.
    { since: number; settle: (result: unknown, refusal?: RelayRefusal) => void }
  >()
  const subscribed = new Set<string>()
  /** Messages that the relay could not accept yet: the next heartbeat resends them. */
  const postponed = new Set<number>()
  let pulsedAt = browser.now()
  let pulse: ReturnType<typeof setInterval> | undefined

  const ask = (
    method: RelayMethod,
    params: object,
    settle: (result: unknown, refusal?: RelayRefusal) => void,
    id = nextId(),
  ) => {
    const key = String(id)
    if (!socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))) return
    waiting.set(key, { since: waiting.get(key)?.since ?? performance.now(), settle })
  }

  const subscribe = (topics: string[]) => {
    for (let at = 0; at < topics.length; at += batch) {
      const part = topics.slice(at, at + batch)
      for (const topic of part) subscribed.add(topic)
      ask('irn_batchSubscribe', { topics: part }, (_, refusal) => {
        // Retried with the next heartbeat.
        if (refusal) for (const topic of part) subscribed.delete(topic)
      })
    }
  }

  const unsubscribe = async (topic: string) => {
    subscribed.delete(topic)
    ask('irn_unsubscribe', { topic, id: await hash(topic + clientId) }, () => {})
  }

  const sync = () => {
    const topics = readTopics()
    const messages = outbox.list(browser.now(), (id) => onSent(id, unreachable))
    const isNeeded = topics.length > 0 || messages.length > 0
    socket.want(isNeeded)
    if (isNeeded) pulse ??= setInterval(beat, heartbeatMs)
    else {
      clearInterval(pulse)
      pulse = undefined
    }
    if (!isOpen) return
    const known = new Set(topics)
    for (const topic of subscribed) if (!known.has(topic)) void unsubscribe(topic)
    const fresh = topics.filter((topic) => !subscribed.has(topic))
    if (fresh.length > 0) subscribe(fresh)
    for (const message of messages) {
      const { deadline: _, id, ...publish } = message
      if (waiting.has(String(id)) || postponed.has(id)) continue
      onPublish(message)
      ask(
        'irn_publish',
        publish,
        (_, refusal) => {
          if (refusal && !isFinal(refusal)) return postponed.add(id)
          outbox.remove(id)
          if (!refusal) return onSent(id)
          const details = `The relay refused the message: ${refusal.message}`
          onSent(id, { code: 'relay-refused', details })
        },
        id,
      )
    }
  }

  const beat = () => {
    const now = browser.now()
    const slept = now - pulsedAt > 3 * heartbeatMs
    pulsedAt = now
    postponed.clear()
    if (slept) return probe()
    const silentSince = performance.now() - silenceMs
    if ([...waiting.values()].some(({ since }) => since < silentSince)) socket.drop()
    sync()
  }

  const fetchWaiting = (topics: string[], answered: () => void, left = fetchLimit): void =>
    ask('irn_batchFetchMessages', { topics }, (result) => {
      answered()
      void readFetched(topics, result, left)
    })
  const readFetched = async (topics: string[], result: unknown, left: number) => {
    const parsed = v.safeParse(relayMethods.irn_batchFetchMessages.result, result)
    if (!parsed.success) return
    const { hasMore, messages } = parsed.output
    for (const message of messages) await onMessage(message)
    // Without a receipt the relay returns the same page again.
    const receipts = await Promise.all(
      messages.map(async ({ message, topic }) => ({ topic, messageId: await hash(message) })),
    )
    if (receipts.length === 0) return
    ask('irn_batchReceive', { receipts: receipts.slice(0, batch) }, (_, refusal) => {
      if (hasMore && left > 1 && !refusal) fetchWaiting(topics, () => {}, left - 1)
    })
  }

  let probing: ReturnType<typeof setTimeout> | undefined
  const endProbe = () => {
    clearTimeout(probing)
    probing = undefined
  }
  const probe = () => {
    socket.wake()
    sync()
    const topics = readTopics().slice(0, batch)
    // A page that waiters reports it several times.
    if (!isOpen || topics.length === 0 || probing) return
    probing = setTimeout(() => {
      endProbe()
      socket.drop()
    }, probeMs)
    fetchWaiting(topics, endProbe)
  }

  const handleText = async (text: string) => {
    const given = parseFrame(text)
    if (!given) return
    onAlive()
    if ('method' in given) {
      const parsed = v.safeParse(relayPush.params, given.params)
      if (!given.method.endsWith('_subscription') || !parsed.success) return
      await onMessage(parsed.output.data)
      socket.send(formatAck(given.id))
      return
    }
    // Our ids are numbers; some relays return them as text.
    const key = given.id.replace(/^"(.*)"$/, '$1')
    const call = waiting.get(key)
    waiting.delete(key)
    if ('error' in given) call?.settle(undefined, given.error)
    else call?.settle(given.result)
  }

  let isOpen = false
  const socket = createSocket({
    address,
    browser,
    judge,
    onOpen() {
      isOpen = true
      sync()
    },
    onClose() {
      isOpen = false
      endProbe()
      waiting.clear()
      subscribed.clear()
    },
    onText: (text) => void handleText(text),
  })
  return {
    sync,
    retry() {
      socket.retry()
      sync()
    },
    probe,
    stop() {
      clearInterval(pulse)
      socket.stop()
    },
  }
}

/**
 * True if the same message would be refused again: JSON-RPC's and HTTP's numbers for a wrong request, except "too many".
 * After any other error, such as a relay's own failure, the relay may even have the message.
 *
 * @source https://www.jsonrpc.org/specification#error_object
 */
const isFinal = ({ code }: RelayRefusal) =>
  code === -32700 ||
  (code >= -32602 && code <= -32600) ||
  (code >= 400 && code < 500 && code !== 429)
