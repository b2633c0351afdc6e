import { randomUUID } from 'node:crypto'
import { type LocalKms, signServiceCall, type VaultEvent, vaultEvent } from '@foyer/protocol'
import { asc, eq, lte } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Queries } from '../database/openDatabase.ts'
import { outbox } from '../database/schema.ts'

/** What A is told; it waits in the database until A has taken it. */
export type Outbox = {
  /** Give it the transaction of what it tells of. */
  add(tx: Queries, event: Omit<VaultEvent, 'id' | 'at'>): Promise<void>
  /** Sends what is due, and soon what could not be sent. */
  flush(): Promise<void>
  close(): Promise<void>
}

const pollMs = 1000
const longestWaitMs = 60_000
/** After this A has to ask by itself. */
const keepMs = 86_400_000

/** Tells A by signed calls to its internal address, again and again until it answers 2xx. */
export function createOutbox({
  authUrl,
  kms,
  log,
  now,
  queries,
  secret,
}: {
  authUrl: string
  kms: LocalKms
  log: Logger
  now: () => number
  queries: Queries
  secret: string
}): Outbox {
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const post = async (text: string) => {
    const { method, path } = vaultEvent
    const body = new TextEncoder().encode(text)
    const headers = await signServiceCall({
      from: 'B',
      method,
      path,
      body,
      secret,
      fingerprints: kms.fingerprints,
      nowMs: now(),
    })
    const url = new URL(path, authUrl)
    const init = {
      method,
      body,
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(5000)]),
    } as const
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`A answered ${response.status}`)
  }
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
        await post(event)
        await queries.delete(outbox).where(eq(outbox.id, id))
      } catch (error) {
        log.warn({ error, tries }, 'the login server could not be told')
        if (at < now() - keepMs) await queries.delete(outbox).where(eq(outbox.id, id))
        const nextAt = now() + Math.min(longestWaitMs, 500 * 2 ** tries)
        await queries
          .update(outbox)
          .set({ tries: tries + 1, nextAt })
          .where(eq(outbox.id, id))
      }
    }
  }
  const flush = () => {
    running ??= run()
      .catch((error: unknown) => log.error({ error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => void flush(), pollMs)
  timer.unref()
  return {
    async add(tx, event) {
      const id = randomUUID()
      const at = now()
      await tx.insert(outbox).values({
        id,
        event: JSON.stringify({ id, at, ...event } satisfies VaultEvent),
        at,
        nextAt: at,
      })
    },
    flush,
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
