import { randomUUID } from 'node:crypto'
import { type VaultEvent, vaultEvent } from '@foyer/protocol'
import { type CallService, HttpError, type Logger } from '@foyer/server'
import { asc, eq, lte } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** What A is told; it waits in the database until A has taken it. */
export type Outbox = {
  /** Give it the transaction of what it tells of. */
  add(tx: Queries, event: Omit<VaultEvent, 'id' | 'at'>): Promise<void>
  /** Sends what was added since, if anything was: behind the transaction, so that A knows at once. */
  sendAdded(): void
  close(): Promise<void>
}

const longestWaitMs = 60_000
/** After this A has to ask by itself. */
const keepMs = 86_400_000

/** Tells A by signed calls to its internal address, again and again until it answers 2xx. */
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
  /** How often what could not be sent is looked at. @default 1000 */
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
        // Nobody is there: the others would wait for as long, one after the other.
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
    // One that runs has read its rows already: what was added since goes with another round.
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
