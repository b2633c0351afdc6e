import { createLocalKms } from '@foyer/protocol/custody'
import { createAudit, readAuditHead, verifyAudit } from '@foyer/server/database'
import { testEngines } from '@foyer/server/testDatabase'
import { count, eq, ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { askShare, createTestWallet } from '../createTestWallet.test.kit.ts'
import { audit, shares, users } from '../database/schema.ts'
import { newKek, startTestVault } from '../startTestVault.test.kit.ts'
import { rotateKeys } from './rotateKeys.ts'

describe.each(testEngines)('on %s', (engine) => {
  test('rewraps rows under the new key without a client; the old key opens none of them afterwards', async () => {
    const vault = await startTestVault({ engine })
    const { queries } = vault.database
    try {
      const wallet = await createTestWallet(vault)
      const next = newKek('kekB-2')
      const kms = await createLocalKms({ store: 'B', keys: `${next},${vault.kek}` })
      const rows = await rotateKeys({
        audit: createAudit(audit, { key: vault.given.hmacKey, now: Date.now }),
        kms,
        queries,
      })
      expect(rows).toBe(3)
      const [left] = await queries
        .select({ n: count() })
        .from(shares)
        .where(ne(shares.kid, 'kekB-2'))
      const [contacts] = await queries
        .select({ n: count() })
        .from(users)
        .where(ne(users.contactKid, 'kekB-2'))
      expect([left?.n, contacts?.n]).toEqual([0, 0])
      // This process has only the old key.
      expect((await askShare(wallet.device, wallet)).code).toBe('share-unreadable')
      expect(
        await rotateKeys({
          audit: createAudit(audit, { key: vault.given.hmacKey, now: Date.now }),
          kms,
          queries,
        }),
      ).toBe(0)
    } finally {
      await vault.stop()
    }
  })

  test('[T102] names an edited, removed or reordered row of the audit log, and detects a truncated end by the head stored elsewhere', async () => {
    const vault = await startTestVault({ engine })
    const { queries } = vault.database
    const key = vault.given.hmacKey
    try {
      const append = createAudit(audit, { key, now: Date.now })
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => append(queries, { kind: 'test', index })),
      )
      const head = await readAuditHead(queries, audit)
      expect(await verifyAudit(queries, audit, { keys: [key], head })).toEqual({
        rows: 20,
        brokenAt: undefined,
      })
      const rows = await queries.select().from(audit).orderBy(audit.seq)
      const [seventh, eighth] = [rows[6]!, rows[7]!]
      const put = (row: typeof seventh, values: Partial<typeof seventh>) =>
        queries.update(audit).set(values).where(eq(audit.seq, row.seq))
      await put(seventh, { event: seventh.event.replace('test', 'fest') })
      expect((await verifyAudit(queries, audit, { keys: [key] })).brokenAt).toBe(seventh.seq)
      // Swapped with its neighbour, including the hashes.
      const { seq: _, ...sevenths } = seventh
      const { seq: __, ...eighths } = eighth
      await put(seventh, eighths)
      await put(eighth, sevenths)
      expect((await verifyAudit(queries, audit, { keys: [key] })).brokenAt).toBe(seventh.seq)
      await put(seventh, sevenths)
      await put(eighth, eighths)
      expect((await verifyAudit(queries, audit, { keys: [key] })).brokenAt).toBeUndefined()
      expect((await verifyAudit(queries, audit, { keys: ['another'] })).brokenAt).toBe(rows[0]!.seq)
      await queries.delete(audit).where(eq(audit.seq, rows[19]!.seq))
      expect((await verifyAudit(queries, audit, { keys: [key] })).brokenAt).toBeUndefined()
      expect((await verifyAudit(queries, audit, { keys: [key], head })).brokenAt).toBe(
        rows[19]!.seq,
      )
      await queries.delete(audit).where(eq(audit.seq, seventh.seq))
      expect((await verifyAudit(queries, audit, { keys: [key] })).brokenAt).toBe(eighth.seq)
    } finally {
      await vault.stop()
    }
  })
})
