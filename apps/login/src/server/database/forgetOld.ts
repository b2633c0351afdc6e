import { and, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Queries } from './database.ts'
import {
  changes,
  channels,
  codes,
  loginUndos,
  permissions,
  sessions,
  shares,
  socialTxns,
  spentTokens,
  tickets,
  txns,
  undos,
} from './schema.ts'

const dayMs = 86_400_000

/** Deletes expired rows; transactions a day later, so that a late event of the vault still finds them. */
export async function forgetOld(queries: Queries, nowMs: number): Promise<void> {
  const before = nowMs - dayMs
  await queries.delete(tickets).where(lte(tickets.expiresAt, nowMs))
  await queries.delete(socialTxns).where(lte(socialTxns.expiresAt, nowMs))
  await queries.delete(channels).where(lte(channels.expiresAt, nowMs))
  await queries.delete(spentTokens).where(lte(spentTokens.until, nowMs))
  await queries.delete(loginUndos).where(lte(loginUndos.expiresAt, nowMs))
  await queries.delete(permissions).where(lte(permissions.expiresAt, before))
  await queries.delete(undos).where(lte(undos.expiresAt, nowMs))
  await queries.delete(codes).where(lte(codes.expiresAt, before))
  await queries.delete(txns).where(lte(txns.expiresAt, before))
  await queries.delete(sessions).where(lte(sessions.absoluteUntil, before))
  await queries
    .delete(sessions)
    .where(and(isNotNull(sessions.revokedAt), lte(sessions.revokedAt, before)))
  await queries.delete(shares).where(and(isNull(shares.committedAt), lte(shares.createdAt, before)))
  await queries.delete(changes).where(lte(changes.createdAt, nowMs - 30 * dayMs))
}
