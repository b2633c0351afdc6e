import { HttpError } from '@foyer/server'
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Client } from '../auth/caller.ts'
import type { Queries } from '../database/database.ts'
import { codes, type TxnKind, txns } from '../database/schema.ts'
import { emailHmac, networkHmac } from '../hashes.ts'
import { openEmail, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import type { Txn } from './codes.ts'

/** As long as the vault's link lives. @source security 2.9 */
export const txnLifeMs = 1_200_000

/** A transaction that this device began and that is not over. @throws HttpError 404 */
export async function readTxn(
  { now, queries }: Services,
  { jkt, kind, txnId }: { txnId: string; jkt: string; kind: TxnKind | TxnKind[] },
): Promise<Txn> {
  const [txn] = await queries
    .select()
    .from(txns)
    .where(
      and(
        eq(txns.txnId, txnId),
        eq(txns.jkt, jkt),
        inArray(txns.kind, [kind].flat()),
        gt(txns.expiresAt, now()),
      ),
    )
  if (txn) return txn
  throw new HttpError(404, 'resource-not-found', 'There is nothing to go on with: begin again')
}

/** Begins a transaction; ends an earlier one of the same kind by this device. */
export async function createTxn(
  { hmacKey, kms, now, queries }: Services,
  {
    client,
    email,
    ...facts
  }: Pick<Txn, 'kind' | 'step' | 'jkt'> &
    Partial<Pick<Txn, 'userId' | 'projectId' | 'origin' | 'linkId' | 'allowedBy' | 'social'>> & {
      client: Client
      email: string
    },
): Promise<Txn> {
  const txnId = crypto.randomUUID()
  const nowMs = now()
  const row = {
    txnId,
    ...facts,
    browser: client.browser,
    language: client.language,
    networkHmac: networkHmac({ hmacKey }, client.network),
    emailHmac: emailHmac({ hmacKey }, email),
    ...(await sealEmail(kms, txnId, email)),
    createdAt: nowMs,
    expiresAt: nowMs + txnLifeMs,
  }
  return queries.transaction(async (tx) => {
    await endTxns(tx, and(eq(txns.jkt, facts.jkt), eq(txns.kind, facts.kind)), nowMs)
    const [made] = await tx.insert(txns).values(row).returning()
    return made!
  })
}

/** Ends the open transactions of a kind, and their codes. */
export async function endTxns(tx: Queries, which: SQL | undefined, nowMs: number): Promise<void> {
  const ended = await tx
    .update(txns)
    .set({ expiresAt: nowMs })
    .where(and(which, gt(txns.expiresAt, nowMs)))
    .returning({ txnId: txns.txnId })
  if (ended.length > 0)
    await tx.delete(codes).where(
      inArray(
        codes.txnId,
        ended.map(({ txnId }) => txnId),
      ),
    )
}

/** Deletes transactions and their codes: nothing that was approved for them counts any more. */
export async function dropTxns(tx: Queries, which: SQL | undefined): Promise<void> {
  const gone = await tx.delete(txns).where(which).returning({ txnId: txns.txnId })
  if (gone.length > 0)
    await tx.delete(codes).where(
      inArray(
        codes.txnId,
        gone.map(({ txnId }) => txnId),
      ),
    )
}

/** The address of a transaction. */
export const emailOf = ({ kms }: Services, txn: Txn) => openEmail(kms, txn.txnId, txn)
