import type { StoredMessage } from './store.ts'

/** A message and its place in the order of arrival over all topics. */
export type MailboxEntry = StoredMessage & { readonly order: number }

/** The messages that one reader has received: all up to an order, and single ones after it. */
export type Received = { upTo: number; beyond: Set<number> | undefined; seenAt: number }

/** The messages of one topic, and who reads them. */
export type Mailbox = {
  readonly topic: string
  /** In the order of arrival. */
  readonly entries: MailboxEntry[]
  readonly byHash: Map<string, MailboxEntry>
  /** By subscription id. */
  readonly readers: Map<string, Received>
  /** Bytes of its messages. */
  bytes: number
}

export const createMailbox = (topic: string): Mailbox => ({
  topic,
  entries: [],
  byHash: new Map(),
  readers: new Map(),
  bytes: 0,
})

/** Returns the index of the first entry after this order. */
export function indexAfter(entries: readonly MailboxEntry[], order: number): number {
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((entries[middle]?.order ?? 0) > order) to = middle
    else from = middle + 1
  }
  return from
}

const has = ({ beyond, upTo }: Received, { order }: MailboxEntry) =>
  order <= upTo || beyond?.has(order) === true

/** Returns the first entry after this order that the reader neither wrote nor received, and how many were looked at. */
export function findNext(
  { entries, readers }: Mailbox,
  { after, reader }: { reader: string; after: number },
): { entry: MailboxEntry | undefined; visited: number } {
  const received = readers.get(reader)
  let visited = 0
  for (let at = indexAfter(entries, Math.max(after, received?.upTo ?? -1)); ; at++) {
    const entry = entries[at]
    if (entry === undefined) return { entry, visited }
    visited++
    if (entry.from !== reader && !received?.beyond?.has(entry.order)) return { entry, visited }
  }
}

/**
 * Adds a reader, or notes that it was here.
 * @param most - readers that a mailbox remembers: a topic normally has two, a growing list is abuse
 * @returns true if it is a new one; undefined when there is no place for it
 */
export function addReader(
  { readers }: Mailbox,
  reader: string,
  { most, nowMs }: { most: number; nowMs: number },
): boolean | undefined {
  const known = readers.get(reader)
  if (known) {
    known.seenAt = nowMs
    return false
  }
  if (readers.size >= most) return undefined
  readers.set(reader, { upTo: -1, beyond: undefined, seenAt: nowMs })
  return true
}

/** Notes that a reader, who is known, has received an entry. @returns true the first time */
export function receive(
  { entries, readers }: Mailbox,
  reader: string,
  entry: MailboxEntry,
): boolean {
  const received = readers.get(reader)
  if (received === undefined || has(received, entry)) return false
  received.beyond ??= new Set()
  received.beyond.add(entry.order)
  for (let at = indexAfter(entries, received.upTo); at < entries.length; at++) {
    const next = entries[at] as MailboxEntry
    if (next.from !== reader && !received.beyond.delete(next.order)) break
    received.upTo = next.order
  }
  if (received.beyond.size === 0) received.beyond = undefined
  return true
}

/**
 * Tells whether a message has reached everybody who may be meant: at least one reader, and each known reader except its
 * publisher.
 */
export function isReceived({ readers }: Mailbox, entry: MailboxEntry): boolean {
  let count = 0
  for (const [reader, received] of readers) {
    if (reader === entry.from) continue
    if (!has(received, entry)) return false
    count++
  }
  return count > 0
}

/** Returns the readers that have received an entry. */
export const receiversOf = ({ readers }: Mailbox, entry: MailboxEntry): string[] =>
  [...readers].flatMap(([reader, received]) =>
    reader !== entry.from && has(received, entry) ? [reader] : [],
  )

/** Removes an entry, and what was noted about it. */
export function removeEntry({ byHash, entries, readers }: Mailbox, entry: MailboxEntry): void {
  byHash.delete(entry.hash)
  const at = indexAfter(entries, entry.order) - 1
  entries.splice(at, 1)
  for (const received of readers.values()) received.beyond?.delete(entry.order)
}
