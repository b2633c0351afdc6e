import { setImmediate as nextTurn } from 'node:timers/promises'
import { findNext, type Mailbox, type MailboxEntry } from './mailbox.ts'
import { type Page, type Store, sizeOf } from './store.ts'

type Readings = Parameters<Store['pending']>[0]
type Most = Parameters<Store['pending']>[1]

/** Messages looked at before other work has its turn. */
const sliceVisits = 1000
/** Reading more mailboxes than these begins in a turn of its own. */
const turnMailboxes = 100

let lastTurn: Promise<unknown> = Promise.resolve()
/** Waits for a turn of the event loop of one's own, after those of earlier callers: ten slices in one turn are long again. */
const ownTurn = () => {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/**
 * Reads the waiting messages of several mailboxes, the oldest first.
 *
 * @param parameters.at - Messages that have expired then are left out; ms since 1970.
 */
export async function readPage(
  mailboxes: ReadonlyMap<string, Mailbox>,
  { at, maxBytes, maxMessages, readings }: Most & { at: number; readings: Readings },
): Promise<Page> {
  if (readings.length > turnMailboxes) await ownTurn()
  let visited = 0
  let slice = 0
  const find = async ({ reader, skip, topic }: Readings[number], after: number) => {
    for (let last = after; ; ) {
      if (visited - slice >= sliceVisits) {
        slice = visited
        await ownTurn()
      }
      const mailbox = mailboxes.get(topic)
      if (mailbox === undefined) return undefined
      const { entry, visited: looked } = findNext(mailbox, { reader, after: last })
      visited += Math.max(1, looked)
      if (entry === undefined) return undefined
      if (entry.expiresAt > at && !skip?.has(entry.hash)) return entry
      last = entry.order
    }
  }
  /** The next message of each mailbox, the oldest one last. */
  const heads: { entry: MailboxEntry; reading: Readings[number] }[] = []
  for (const reading of readings) {
    const entry = await find(reading, -1)
    if (entry) heads.push({ entry, reading })
  }
  heads.sort((a, b) => b.entry.order - a.entry.order)
  const found: MailboxEntry[] = []
  let left = maxBytes
  for (let head = heads.pop(); head; head = heads.pop()) {
    const { entry, reading } = head
    left -= sizeOf(entry)
    if (found.length > 0 && (left < 0 || found.length >= maxMessages))
      return { messages: found, hasMore: true, visited }
    found.push(entry)
    const next = await find(reading, entry.order)
    if (next === undefined) continue
    let [from, to] = [0, heads.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((heads[middle]?.entry.order ?? 0) > next.order) from = middle + 1
      else to = middle
    }
    heads.splice(from, 0, { entry: next, reading })
  }
  return { messages: found, hasMore: false, visited }
}
