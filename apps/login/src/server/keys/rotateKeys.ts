import { type Kms, rotateShareRow } from '@foyer/protocol/custody'
import { type AppendAudit, rewrapKind, rewrapRows } from '@foyer/server/database'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { contactChanges, identities, loginUndos, shares, txns, undos } from '../database/schema.ts'
import { openEmail, type SealedEmail, sealEmail } from '../sealedText.ts'
import { placeOf } from '../shares/walletState.ts'

const reseal = async (kms: Kms, owner: string, sealed: SealedEmail) =>
  sealEmail(kms, owner, await openEmail(kms, owner, sealed))

/**
 * Rewraps every row under the active key while the server runs; needs no client.
 * @returns the number of rewrapped rows
 */
export async function rotateKeys({
  audit,
  kms,
  queries,
}: {
  audit: AppendAudit
  kms: Kms
  queries: Queries
}): Promise<number> {
  const active = kms.activeKid()
  const count = await rewrapRows([
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(shares)
          .where(and(ne(shares.kid, active), gt(shares.setId, after)))
          .orderBy(asc(shares.setId))
          .limit(limit),
      idOf: ({ setId }) => setId,
      async rewrap(row) {
        const { ct, edk, kid, setId } = row
        const next = await rotateShareRow(kms, {
          place: placeOf(row),
          row: { v: 1, alg: 'A256GCM', kid, edk, ct },
        })
        const put = await queries
          .update(shares)
          .set({ kid: next.kid, edk: next.edk, ct: next.ct })
          .where(and(eq(shares.setId, setId), eq(shares.ct, ct)))
          .returning({ setId: shares.setId })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(identities)
          .where(and(ne(identities.emailKid, active), gt(identities.id, after)))
          .orderBy(asc(identities.id))
          .limit(limit),
      idOf: ({ id }) => id,
      async rewrap(row) {
        const put = await queries
          .update(identities)
          .set(await reseal(kms, row.userId, row))
          .where(and(eq(identities.id, row.id), eq(identities.emailBlob, row.emailBlob)))
          .returning({ id: identities.id })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(txns)
          .where(and(ne(txns.emailKid, active), gt(txns.txnId, after)))
          .orderBy(asc(txns.txnId))
          .limit(limit),
      idOf: ({ txnId }) => txnId,
      async rewrap(row) {
        const put = await queries
          .update(txns)
          .set(await reseal(kms, row.txnId, row))
          .where(and(eq(txns.txnId, row.txnId), eq(txns.emailBlob, row.emailBlob)))
          .returning({ id: txns.txnId })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(undos)
          .where(and(ne(undos.emailKid, active), gt(undos.tokenHash, after)))
          .orderBy(asc(undos.tokenHash))
          .limit(limit),
      idOf: ({ tokenHash }) => tokenHash,
      async rewrap(row) {
        const put = await queries
          .update(undos)
          .set(await reseal(kms, row.userId, row))
          .where(and(eq(undos.tokenHash, row.tokenHash), eq(undos.emailBlob, row.emailBlob)))
          .returning({ id: undos.tokenHash })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(loginUndos)
          .where(and(ne(loginUndos.emailKid, active), gt(loginUndos.tokenHash, after)))
          .orderBy(asc(loginUndos.tokenHash))
          .limit(limit),
      idOf: ({ tokenHash }) => tokenHash,
      async rewrap(row) {
        const put = await queries
          .update(loginUndos)
          .set(await reseal(kms, row.userId, row))
          .where(
            and(eq(loginUndos.tokenHash, row.tokenHash), eq(loginUndos.emailBlob, row.emailBlob)),
          )
          .returning({ id: loginUndos.tokenHash })
        return put.length
      },
    }),
    rewrapKind({
      read: ({ after, limit }) =>
        queries
          .select()
          .from(contactChanges)
          .where(and(ne(contactChanges.kid, active), gt(contactChanges.seq, Number(after))))
          .orderBy(asc(contactChanges.seq))
          .limit(limit),
      idOf: ({ seq }) => String(seq),
      async rewrap({ blob, kid, seq, userId }) {
        const next = await reseal(kms, userId, { emailKid: kid, emailBlob: blob })
        const put = await queries
          .update(contactChanges)
          .set({ kid: next.emailKid, blob: next.emailBlob })
          .where(and(eq(contactChanges.seq, seq), eq(contactChanges.blob, blob)))
          .returning({ id: contactChanges.seq })
        return put.length
      },
    }),
  ])
  if (count > 0) await audit(queries, { kind: 'keys-rotated', kid: active, rows: count })
  return count
}
