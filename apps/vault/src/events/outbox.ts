import { randomUUID } from 'node:crypto'
import { type VaultEvent, vaultEvent } from '@foyer/protocol/vault'
import { type CallService, HttpError, type Logger } from '@foyer/server'
import { asc, eq, lte } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** Events for A, stored in the database until A has accepted them. */
export type Outbox = {
  /** Adds an event; pass the transaction of the event itself. */
  add(tx: Queries, event: Omit<VaultEvent, 'id' | 'at'>): Promise<void>
  /** Sends newly added events at once; call it after the transaction. */
  sendAdded(): void
  close(): Promise<void>
}

const longestWaitMs = 60_000
/** Time after which an undelivered event is deleted, in ms. */
const keepMs = 86_400_000

/** Makes the outbox. Delivers events to A by signed calls to its internal URL, and retries until it answers 2xx. */
export function createOutbox({
  callAuth,
  log,
  now,
  pollMs = 1000,
  queries,
}: {
  callAuth: CallService
  log: Logger
  now: () => number
  /** Interval between retries of unsent events, in ms. @default 1000 */
  pollMs?: number
  queries: Queries
}): Outbox {
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const run = async () => {
    const due = await queries
      .select()
      .from(outbox)
      .where(lte(outbox.nextAt, now()))
      .orderBy(asc(outbox.at))
      .limit(50)
    for (const { at, event, id, tries } of due) {
      if (closing.signal.aborted) return
      try {
        await callAuth(vaultEvent, JSON.parse(event), { signal: closing.signal })
        await queries.delete(outbox).where(eq(outbox.id, id))
      } catch (error) {
        log.warn({ error, tries }, 'the login server could not be told')
        if (at < now() - keepMs) await queries.delete(outbox).where(eq(outbox.id, id))
        const nextAt = now() + Math.min(longestWaitMs, 500 * 2 ** tries)
        await queries
          .update(outbox)
          .set({ tries: tries + 1, nextAt })
          .where(eq(outbox.id, id))
        // A is unreachable: end this round, since each further event would wait for the same timeout.
        if (error instanceof HttpError && error.status === 503) return
      }
    }
  }
  let isAskedAgain = false
  let hasAdded = false
  const runAll = async () => {
    do {
      isAskedAgain = false
      await run()
    } while (isAskedAgain && !closing.signal.aborted)
  }
  const flush = () => {
    // A running round has read its rows already: request another one for newer events.
    isAskedAgain = true
    running ??= runAll()
      .catch((error: unknown) => log.error({ error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(flush, pollMs)
  timer.unref()
  return {
    async add(tx, event) {
      hasAdded = true
      const id = randomUUID()
      const at = now()
      await tx.insert(outbox).values({
        id,
        event: JSON.stringify({ id, at, ...event } satisfies VaultEvent),
        at,
        nextAt: at,
      })
    },
    sendAdded() {
      if (!hasAdded) return
      hasAdded = false
      flush()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
