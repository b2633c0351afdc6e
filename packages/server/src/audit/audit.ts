import { asc, desc, gt, sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import { keyedHash } from '../hash.ts'
import type { AuditTable } from './auditTable.ts'

/** An event to log: ids and outcomes only; never an address, a message or a token. */
export type AuditEvent = {
  readonly kind: string
  readonly [field: string]: string | number | boolean | undefined
}

type Writing = Pick<Queries, 'transaction'>
type Reading = Pick<Queries, 'select'>
export type AppendAudit = (queries: Writing, event: AuditEvent) => Promise<void>

const first = 'foyer1:audit'
/** Key of the PostgreSQL advisory lock that serializes appends; random, and used nowhere else. */
const lock = 7_238_114

const chain = (key: string, previous: string, event: string) =>
  keyedHash(key, 'audit', `${previous}\u001f${event}`)

/** Makes a function that appends a row. Pass the transaction of the event itself, so that both are stored or neither. */
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

/** Reads the head (number and hash of the last row), to be stored elsewhere: it detects a truncated log. */
export async function readAuditHead(queries: Reading, audit: AuditTable): Promise<string> {
  const [last] = await queries.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  return last ? `${last.seq}:${last.h}` : `0:${first}`
}

/**
 * Verifies the hash chain of the whole log.
 * @param keys - the current HMAC key and earlier ones; each row must match one of them
 * @param head - an earlier result of {@link readAuditHead}; the log must still contain that row
 * @returns the number of the first row that is modified, out of order, or follows a missing one; undefined for an intact
 *   log
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
