import { createMemoryCounter } from '@foyer/server'
import type { Limits } from '../limits.ts'
import { createAllotments } from './allotments.ts'
import {
  addReader,
  createMailbox,
  indexAfter,
  isReceived,
  type Mailbox,
  type MailboxEntry,
  receive,
  receiversOf,
  removeEntry,
} from './mailbox.ts'
import { readPage } from './readPage.ts'
import {
  type Appended,
  mailboxOverhead,
  type NewMessage,
  type Reader,
  readerOverhead,
  type Store,
  type StoredMessage,
  sizeOf,
} from './store.ts'

/** A message with the readers that have received it: the form written to disk. */
export type StoredEntry = MailboxEntry & { readonly readers: readonly string[] }
/** A remembered reader, as written to disk. `seenAt` in ms since 1970. */
export type StoredReader = Reader & { readonly seenAt: number }

/** Mailboxes in this process's memory. */
export type MemoryStore = Omit<Store, 'append'> & {
  append(message: NewMessage): Promise<AppendedEntry>
  /** Iterates over the messages that are there at the call, also while they change. */
  entries(): Iterable<StoredEntry>
  /** Iterates over all remembered readers, also while they change. */
  readers(): Iterable<StoredReader>
  /** Restores an entry of `entries`, replacing the same message. @param entry.order - @default after all others */
  restore(entry: Omit<StoredEntry, 'order'> & { readonly order?: number | undefined }): void
  /** Restores a reader of `readers`. */
  restoreReader(reader: StoredReader): void
  /** Acknowledges a message. @returns true the first time */
  mark(mark: Reader & { readonly hash: string }): boolean
  /** Removes a message whose write failed. */
  forget(message: Pick<StoredMessage, 'topic' | 'hash'>): void
}

type AppendedEntry =
  | { readonly status: 'kept'; readonly message: MailboxEntry }
  | Exclude<Appended, { status: 'kept' }>

/** Part of the store that is left to addresses that hold little, and part that mailboxes without messages may take. */
const [reservePart, idlePart] = [8, 8]

/**
 * Makes a store in memory, for a single process. Limits the size of each topic, of each holder and of the whole store;
 * evicts received messages before it refuses new ones.
 */
export function createMemoryStore(
  limits: Limits,
  { now = Date.now, onEvict, onReader }: createMemoryStore.Options = {},
): MemoryStore {
  const mailboxes = new Map<string, Mailbox>()
  /** Mailboxes without messages, which only remember their readers; the one that was used last is the last. */
  const idle = new Set<Mailbox>()
  /** Messages by the second in which they expire. */
  const expiring = new Map<number, Set<MailboxEntry>>()
  /** Received messages, in the order of eviction: the one that was received first is the first. */
  const received = new Set<MailboxEntry>()
  const uses = createMemoryCounter()
  const allotments = createAllotments(limits)
  let bytes = 0
  let idleBytes = 0
  let receivedBytes = 0
  let messages = 0
  let order = 0
  let sweptTo = Math.floor(now() / 1000)

  const secondOf = (at: number) => Math.ceil(at / 1000)
  const emptySize = ({ readers }: Mailbox) => mailboxOverhead + readers.size * readerOverhead

  function setReceived(entry: MailboxEntry, isIt: boolean): void {
    if (received.has(entry) === isIt) return
    receivedBytes += isIt ? sizeOf(entry) : -sizeOf(entry)
    if (isIt) received.add(entry)
    else received.delete(entry)
  }

  function setIdle(mailbox: Mailbox, isIt: boolean): void {
    if (idle.delete(mailbox)) idleBytes -= emptySize(mailbox)
    if (!isIt) return
    idle.add(mailbox)
    idleBytes += emptySize(mailbox)
  }

  function drop(mailbox: Mailbox): void {
    setIdle(mailbox, false)
    bytes -= emptySize(mailbox)
    mailboxes.delete(mailbox.topic)
  }

  function openMailbox(topic: string): Mailbox {
    const known = mailboxes.get(topic)
    if (known) return known
    const mailbox = createMailbox(topic)
    mailboxes.set(topic, mailbox)
    bytes += mailboxOverhead
    setIdle(mailbox, true)
    return mailbox
  }

  function remove(entry: MailboxEntry): void {
    const mailbox = mailboxes.get(entry.topic)
    if (mailbox?.byHash.get(entry.hash) !== entry) return
    removeEntry(mailbox, entry)
    setReceived(entry, false)
    mailbox.bytes -= sizeOf(entry)
    bytes -= sizeOf(entry)
    messages--
    expiring.get(secondOf(entry.expiresAt))?.delete(entry)
    if (mailbox.entries.length > 0) return
    setIdle(mailbox, true)
    if (mailbox.readers.size === 0) drop(mailbox)
  }

  /** Forgets readers of a mailbox that were away for longer than a message lives. */
  function forgetReaders(mailbox: Mailbox): void {
    let isChanged = false
    for (const [reader, { seenAt }] of mailbox.readers) {
      if (seenAt > now() - limits.maxTtlMs) continue
      mailbox.readers.delete(reader)
      bytes -= readerOverhead
      isChanged = true
    }
    if (!isChanged) return
    for (const entry of mailbox.entries) setReceived(entry, isReceived(mailbox, entry))
  }

  /** Notes that a remembered reader has received an entry. @returns true the first time */
  function markEntry(mailbox: Mailbox, reader: string, entry: MailboxEntry): boolean {
    if (!receive(mailbox, reader, entry)) return false
    if (isReceived(mailbox, entry)) setReceived(entry, true)
    return true
  }

  /** Forgets mailboxes without messages, the oldest first: as many as exceed their part of the store. */
  function tidyIdle(): void {
    for (const mailbox of idle) {
      const seenAt = Math.max(...[...mailbox.readers.values()].map((reader) => reader.seenAt))
      const isOld = seenAt <= now() - limits.maxTtlMs
      if (!isOld && idleBytes <= limits.totalBytes / idlePart) return
      drop(mailbox)
    }
  }

  function sweep(): void {
    const until = Math.floor(now() / 1000)
    // After a long pause, scanning all messages is faster than scanning every second.
    const due =
      until - sweptTo > expiring.size
        ? [...expiring.keys()].filter((at) => at <= until).sort((a, b) => a - b)
        : Array.from({ length: Math.max(0, until - sweptTo) }, (_, n) => sweptTo + 1 + n)
    sweptTo = until
    for (const at of due) {
      for (const entry of expiring.get(at) ?? []) remove(entry)
      expiring.delete(at)
    }
    tidyIdle()
  }

  function add(mailbox: Mailbox, entry: MailboxEntry): void {
    setIdle(mailbox, false)
    mailbox.entries.splice(indexAfter(mailbox.entries, entry.order), 0, entry)
    mailbox.byHash.set(entry.hash, entry)
    mailbox.bytes += sizeOf(entry)
    bytes += sizeOf(entry)
    messages++
    const due = expiring.get(secondOf(entry.expiresAt))
    if (due) due.add(entry)
    else expiring.set(secondOf(entry.expiresAt), new Set([entry]))
  }

  function remember(topic: string, reader: string, seenAt: number): boolean {
    const mailbox = openMailbox(topic)
    const isNew = addReader(mailbox, reader, { most: limits.readersPerTopic, nowMs: seenAt })
    if (isNew) {
      bytes += readerOverhead
      if (idle.has(mailbox)) idleBytes += readerOverhead
      // It may be meant too: what others have received waits for it.
      for (const entry of mailbox.entries) if (entry.from !== reader) setReceived(entry, false)
    }
    // As the last of them: it was used now.
    if (idle.has(mailbox)) setIdle(mailbox, true)
    return isNew === true
  }

  function evict(entry: MailboxEntry): void {
    remove(entry)
    onEvict?.(entry)
  }

  /** @returns the received messages that give their place in a mailbox; undefined when not even that makes room */
  function listEvictedOf(mailbox: Mailbox, size: number): MailboxEntry[] | undefined {
    let [count, held] = [mailbox.entries.length, mailbox.bytes]
    const hasRoom = () => count < limits.topicMessages && held + size <= limits.topicBytes
    if (hasRoom()) return []
    forgetReaders(mailbox)
    const evicted: MailboxEntry[] = []
    for (const entry of mailbox.entries) {
      if (hasRoom()) break
      if (!received.has(entry)) continue
      evicted.push(entry)
      count -= 1
      held -= sizeOf(entry)
    }
    return hasRoom() ? evicted : undefined
  }

  /** Evicts nothing for a message that is refused. */
  function makeRoom(topic: string, size: number): 'mailbox-full' | 'store-full' | undefined {
    const own = mailboxes.get(topic)
    const evicted = own ? listEvictedOf(own, size) : []
    if (evicted === undefined) return 'mailbox-full'
    const needed = size + (own ? 0 : mailboxOverhead)
    const idleOthers = idleBytes - (own && idle.has(own) ? emptySize(own) : 0)
    if (bytes - idleOthers - receivedBytes + needed > limits.totalBytes) return 'store-full'
    for (const entry of evicted) evict(entry)
    // Mailboxes without messages first, then received messages; a mailbox may be left without one.
    while (bytes + needed > limits.totalBytes) {
      const [oldest, second] = idle
      const mailbox = oldest?.topic === topic ? second : oldest
      const [entry] = received
      if (mailbox) drop(mailbox)
      else evict(entry as MailboxEntry)
    }
    return undefined
  }

  function mark({ hash, reader, topic }: Reader & { readonly hash: string }): boolean {
    const mailbox = mailboxes.get(topic)
    const entry = mailbox?.byHash.get(hash)
    if (mailbox === undefined || entry === undefined || entry.from === reader) return false
    const seenAt = now()
    if (remember(topic, reader, seenAt)) onReader?.({ topic, reader, seenAt })
    return markEntry(mailbox, reader, entry)
  }

  function forget({ hash, topic }: Pick<StoredMessage, 'topic' | 'hash'>): void {
    const entry = mailboxes.get(topic)?.byHash.get(hash)
    if (entry) remove(entry)
  }

  async function append({
    addressBudget,
    budget,
    ttlMs,
    ...rest
  }: NewMessage): Promise<AppendedEntry> {
    sweep()
    const publishedAt = now()
    const known = mailboxes.get(rest.topic)?.byHash.get(rest.hash)
    if (known && known.expiresAt > publishedAt) return { status: 'known' } as const
    if (known) remove(known)
    const size = sizeOf(rest)
    if (size > limits.topicBytes) return { status: 'mailbox-full' } as const
    const waitingBytes = bytes - idleBytes - receivedBytes
    const isCrowded = waitingBytes + size > limits.totalBytes * (1 - 1 / reservePart)
    const use = { budget, addressBudget, size, ttlMs, isCrowded }
    // Check before evicting: a client over its limits must not evict others' messages.
    const refused = allotments.check(use, publishedAt) ?? makeRoom(rest.topic, size)
    if (refused) return { status: refused }
    allotments.count(use, publishedAt)
    const mailbox = openMailbox(rest.topic)
    const { topic } = mailbox
    const expiresAt = publishedAt + ttlMs
    const entry: MailboxEntry = { ...rest, topic, publishedAt, expiresAt, order: order++ }
    add(mailbox, entry)
    return { status: 'kept', message: entry } as const
  }

  function* entriesBefore(end: number): Iterable<StoredEntry> {
    for (const mailbox of mailboxes.values())
      for (const entry of [...mailbox.entries])
        if (entry.order < end) yield { ...entry, readers: receiversOf(mailbox, entry) }
  }

  return {
    append,
    pending: (readings, most) => readPage(mailboxes, { at: now(), readings, ...most }),
    async addReaders(readers) {
      const seenAt = now()
      const needed = mailboxOverhead + readerOverhead
      for (const { reader, topic } of readers) {
        const isKnown = mailboxes.get(topic)?.readers.has(reader)
        // A full store remembers no more readers.
        if (!isKnown && bytes - idleBytes + needed > limits.totalBytes) continue
        if (remember(topic, reader, seenAt)) onReader?.({ topic, reader, seenAt })
      }
      tidyIdle()
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
      return { bytes, messages, topics: mailboxes.size - idle.size }
    },
    async close() {},
    entries() {
      sweep()
      return entriesBefore(order)
    },
    *readers() {
      for (const { readers, topic } of mailboxes.values())
        for (const [reader, { seenAt }] of readers) yield { topic, reader, seenAt }
    },
    restore({ order: given = order, readers, ...message }) {
      forget(message)
      order = Math.max(order, given + 1)
      if (message.expiresAt <= now()) return
      const mailbox = openMailbox(message.topic)
      const entry = { ...message, topic: mailbox.topic, order: given }
      add(mailbox, entry)
      for (const reader of readers) {
        if (!mailbox.readers.has(reader)) remember(message.topic, reader, now())
        markEntry(mailbox, reader, entry)
      }
    },
    restoreReader({ reader, seenAt, topic }) {
      if (seenAt > now() - limits.maxTtlMs) remember(topic, reader, seenAt)
    },
  }
}

export declare namespace createMemoryStore {
  type Options = {
    /** @default Date.now */
    now?: (() => number) | undefined
    /** Called when a received message is evicted for another one. */
    onEvict?: ((message: StoredMessage) => void) | undefined
    /** Called when a reader came that was not remembered. */
    onReader?: ((reader: StoredReader) => void) | undefined
  }
}
