import { decodeBase64Url } from '@foyer/protocol/custody'
import { createLimiter, isSame, type Rate, refuse, sha256 } from '@foyer/server'
import { createDatabaseCounter } from '@foyer/server/database'
import { and, eq, gt } from 'drizzle-orm'
import { challenges, rates } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'

/** Life of a challenge, in ms. */
const challengeLifeMs = 600_000
const triesKey = (userId: string) => `factor:${userId}`

/**
 * Stores the hash of the challenge's answer, and counts an attempt.
 * @throws {@link HttpError} 429 after too many attempts without an answer
 * @source security design 5.7, T93
 */
export async function putChallenge(
  queries: Queries,
  {
    userId,
    jkt,
    answer,
    nowMs,
    tries,
  }: { userId: string; jkt: string; answer: Uint8Array; nowMs: number; tries: Rate },
): Promise<void> {
  // Counted in this transaction, so that an attempt which fails later is not counted.
  const counters = [createDatabaseCounter(queries, rates)]
  await createLimiter({ counters, now: () => nowMs }).take({ key: triesKey(userId), ...tries })
  const row = { answerHash: sha256(answer), expiresAt: nowMs + challengeLifeMs }
  await queries
    .insert(challenges)
    .values({ userId, jkt, ...row })
    .onConflictDoUpdate({ target: [challenges.userId, challenges.jkt], set: row })
}

/** Requires the answer to the challenge. @throws {@link HttpError} 403 `factor-required` for a wrong or expired one */
export async function requireAnswer(
  queries: Queries,
  {
    userId,
    jkt,
    answer,
    nowMs,
  }: { userId: string; jkt: string; answer: string | undefined; nowMs: number },
): Promise<void> {
  const [row] = await queries
    .select()
    .from(challenges)
    .where(
      and(eq(challenges.userId, userId), eq(challenges.jkt, jkt), gt(challenges.expiresAt, nowMs)),
    )
  if (!row || answer === undefined || !isSame(sha256(decodeBase64Url(answer)), row.answerHash))
    return refuse('factor-required', 'The recovery key was not opened')
  await queries.delete(rates).where(eq(rates.key, triesKey(userId)))
}
