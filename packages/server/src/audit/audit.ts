import { asc, desc, gt, sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import { keyedHash } from '../hash.ts'
import type { AuditTable } from './auditTable.ts'

/** Ids and outcomes only; never an address, a message or a token. */
export type AuditEvent = {
  readonly kind: string
  readonly [field: string]: string | number | boolean | undefined
}

type Writing = Pick<Queries, 'transaction'>
type Reading = Pick<Queries, 'select'>
export type AppendAudit = (queries: Writing, event: AuditEvent) => Promise<void>

const first = 'foyer1:audit'
/** Chosen at random; no other table uses this number. */
const lock = 7_238_114

const chain = (key: string, previous: string, event: string) =>
  keyedHash(key, 'audit', `${previous}\u001f${event}`)

/** Appends one row to the log. Pass the transaction of the event itself, so that both are stored or neither. */
export function createAudit(
  audit: AuditTable,
  { key, now }: { key: string; now: () => number },
): AppendAudit {
  return (queries, event) =>
    queries.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
      const [last] = await tx.select().from(audit).orderBy(desc(audit.seq)).limit(1)
      const fields = Object.entries({ at: now(), ...event }).filter(
        ([, value]) => value !== undefined,
      )
      // Canonical JSON: sorted names, no spaces.
      const text = JSON.stringify(Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
      const previous = last?.h ?? first
      await tx.insert(audit).values({ previous, h: chain(key, previous, text), event: text })
    })
}

/** The last row, to be stored elsewhere: a log whose end was cut off no longer contains it. */
export async function readAuditHead(queries: Reading, audit: AuditTable): Promise<string> {
  const [last] = await queries.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  return last ? `${last.seq}:${last.h}` : `0:${first}`
}

/**
 * Reads the whole log and checks that every row follows from the row before it.
 * @param keys - each row must be under one of them: the key of today and those before it
 * @param head - what {@link readAuditHead} said earlier; the log must still hold that row
 * @returns the number of the first row that is edited, missing before it, or out of order; undefined when all is well
 */
export async function verifyAudit(
  queries: Reading,
  audit: AuditTable,
  { head, keys }: { keys: readonly string[]; head?: string | undefined },
): Promise<{ rows: number; brokenAt: number | undefined }> {
  let previous = first
  let seq = 0
  let rows = 0
  const wanted = head?.split(':')
  let isHeadSeen = wanted === undefined || wanted[0] === '0'
  for (;;) {
    const page = await queries
      .select()
      .from(audit)
      .where(gt(audit.seq, seq))
      .orderBy(asc(audit.seq))
      .limit(1000)
    if (page.length === 0) break
    for (const row of page) {
      const isLink = keys.some((key) => row.h === chain(key, previous, row.event))
      if (row.previous !== previous || !isLink) return { rows, brokenAt: row.seq }
      if (wanted && row.seq === Number(wanted[0])) {
        if (row.h !== wanted[1]) return { rows, brokenAt: row.seq }
        isHeadSeen = true
      }
      previous = row.h
      seq = row.seq
      rows++
    }
  }
  return { rows, brokenAt: isHeadSeen ? undefined : seq + 1 }
}
