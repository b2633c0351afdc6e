import { createMemoryCounter } from '@foyer/server'
import type { Limits } from '../limits.ts'
import {
  type Appended,
  type NewMessage,
  type Page,
  type Reading,
  type Store,
  type StoredMessage,
  sizeOf,
} from './store.ts'

/** A message with the readers that have acknowledged it; also the form written to disk. */
export type MailboxEntry = StoredMessage & { readonly order: number; readonly readers: string[] }

/** Mailboxes in this process's memory. */
export type MemoryStore = Omit<Store, 'append'> & {
  append(message: NewMessage): Promise<AppendedEntry>
  /** Returns all unexpired messages, oldest first. */
  entries(): MailboxEntry[]
  /** Restores an entry of `entries`, replacing the same message. */
  restore(entry: Omit<MailboxEntry, 'order'>): void
  /** Acknowledges a message. @returns true the first time */
  mark(mark: Reading & { readonly hash: string }): boolean
  /** Removes a message whose write failed. */
  forget(message: Pick<StoredMessage, 'topic' | 'hash'>): void
}

type AppendedEntry =
  | { readonly status: 'kept'; readonly message: MailboxEntry }
  | Exclude<Appended, { status: 'kept' }>

type Mailbox = { readonly entries: Map<string, MailboxEntry>; bytes: number }

/**
 * Makes a store in memory, for a single process. Limits the size of each topic and of the whole store; evicts delivered
 * messages before it refuses new ones.
 */
export function createMemoryStore(
  limits: Limits,
  { now = Date.now, onEvict }: createMemoryStore.Options = {},
): MemoryStore {
  const mailboxes = new Map<string, Mailbox>()
  /** Messages by the second in which they expire. */
  const expiring = new Map<number, Set<MailboxEntry>>()
  /** Delivered messages, in the order of first delivery, which is the order of eviction. */
  const delivered = new Set<MailboxEntry>()
  const uses = createMemoryCounter()
  let bytes = 0
  let messages = 0
  let order = 0
  let sweptTo = Math.floor(now() / 1000)

  const second = (at: number) => Math.ceil(at / 1000)

  function remove(entry: MailboxEntry): void {
    const mailbox = mailboxes.get(entry.topic)
    if (mailbox?.entries.get(entry.hash) !== entry) return
    mailbox.entries.delete(entry.hash)
    mailbox.bytes -= sizeOf(entry)
    bytes -= sizeOf(entry)
    messages--
    if (mailbox.entries.size === 0) mailboxes.delete(entry.topic)
    delivered.delete(entry)
    expiring.get(second(entry.expiresAt))?.delete(entry)
  }

  function sweep(): void {
    const until = Math.floor(now() / 1000)
    // After a long pause, scanning all messages is faster than scanning every second.
    const due =
      until - sweptTo > expiring.size
        ? [...expiring.keys()].filter((at) => at <= until)
        : Array.from({ length: Math.max(0, until - sweptTo) }, (_, n) => sweptTo + 1 + n)
    sweptTo = until
    for (const at of due) {
      for (const entry of expiring.get(at) ?? []) remove(entry)
      expiring.delete(at)
    }
  }

  function add(entry: MailboxEntry): void {
    let mailbox = mailboxes.get(entry.topic)
    if (mailbox === undefined) {
      mailbox = { entries: new Map(), bytes: 0 }
      mailboxes.set(entry.topic, mailbox)
    }
    mailbox.entries.set(entry.hash, entry)
    mailbox.bytes += sizeOf(entry)
    bytes += sizeOf(entry)
    messages++
    const due = expiring.get(second(entry.expiresAt))
    if (due) due.add(entry)
    else expiring.set(second(entry.expiresAt), new Set([entry]))
    if (entry.readers.length > 0) delivered.add(entry)
  }

  function evict(entry: MailboxEntry): void {
    remove(entry)
    onEvict?.(entry)
  }

  function makeRoom(topic: string, size: number): 'mailbox-full' | 'store-full' | undefined {
    const hasRoom = () => {
      const mailbox = mailboxes.get(topic)
      if (mailbox === undefined) return true
      return (
        mailbox.entries.size < limits.topicMessages && mailbox.bytes + size <= limits.topicBytes
      )
    }
    if (!hasRoom()) {
      for (const entry of mailboxes.get(topic)?.entries.values() ?? []) {
        if (hasRoom()) break
        if (entry.readers.length > 0) evict(entry)
      }
      if (!hasRoom()) return 'mailbox-full'
    }
    for (const entry of delivered) {
      if (bytes + size <= limits.totalBytes) break
      evict(entry)
    }
    return bytes + size > limits.totalBytes ? 'store-full' : undefined
  }

  function mark({ hash, reader, topic }: Reading & { readonly hash: string }): boolean {
    const entry = mailboxes.get(topic)?.entries.get(hash)
    // Bounded: a topic normally has two readers; a growing list is abuse.
    if (!entry || entry.readers.length >= 100 || entry.readers.includes(reader)) return false
    entry.readers.push(reader)
    delivered.add(entry)
    return true
  }

  function forget({ hash, topic }: Pick<StoredMessage, 'topic' | 'hash'>): void {
    const entry = mailboxes.get(topic)?.entries.get(hash)
    if (entry) remove(entry)
  }

  // Does not count the address's rate limit, which `publishing` enforces: there is only one process.
  async function append({
    addressBudget: _,
    budget,
    ttlMs,
    ...rest
  }: NewMessage): Promise<AppendedEntry> {
    sweep()
    const publishedAt = now()
    const known = mailboxes.get(rest.topic)?.entries.get(rest.hash)
    if (known && known.expiresAt > publishedAt) return { status: 'known' } as const
    if (known) remove(known)
    const size = sizeOf(rest)
    if (size > limits.topicBytes) return { status: 'mailbox-full' } as const
    const use = { key: `publish:${budget}`, cost: size, ...limits.publishBytesPerMinute }
    // Check before evicting: a client over its rate limit must not evict others' messages.
    if (!uses.has(use, publishedAt)) return { status: 'budget-spent' } as const
    const refusal = makeRoom(rest.topic, size)
    if (refusal) return { status: refusal }
    uses.count(use, publishedAt)
    const expiresAt = publishedAt + ttlMs
    const entry: MailboxEntry = { ...rest, publishedAt, expiresAt, order: order++, readers: [] }
    add(entry)
    return { status: 'kept', message: entry } as const
  }

  return {
    append,
    async pending(readings, { maxBytes, skip }): Promise<Page> {
      const at = now()
      const found: MailboxEntry[] = []
      for (const { reader, topic } of readings) {
        for (const entry of mailboxes.get(topic)?.entries.values() ?? []) {
          if (entry.expiresAt <= at || entry.from === reader) continue
          if (entry.readers.includes(reader) || skip?.(topic, entry.hash)) continue
          found.push(entry)
        }
      }
      found.sort((a, b) => a.order - b.order)
      let left = maxBytes
      const end = found.findIndex((entry, n) => {
        left -= sizeOf(entry)
        return left < 0 && n > 0
      })
      return end < 0
        ? { messages: found, hasMore: false }
        : { messages: found.slice(0, end), hasMore: true }
    },
    mark,
    forget,
    async acknowledge(marked) {
      mark(marked)
    },
    async listen() {},
    unlisten() {},
    count: uses.count,
    watch() {},
    async ping() {},
    readSize() {
      sweep()
      return { bytes, messages, topics: mailboxes.size }
    },
    async close() {},
    entries() {
      sweep()
      return [...mailboxes.values()]
        .flatMap((mailbox) => [...mailbox.entries.values()])
        .sort((a, b) => a.order - b.order)
    },
    restore(entry) {
      forget(entry)
      if (entry.expiresAt > now()) add({ ...entry, readers: [...entry.readers], order: order++ })
    },
  }
}

export declare namespace createMemoryStore {
  type Options = {
    /** @default Date.now */
    now?: (() => number) | undefined
    /** Called when a delivered message is evicted for another one. */
    onEvict?: ((message: StoredMessage) => void) | undefined
  }
}
