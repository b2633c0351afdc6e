import { decodeBase64Url } from '@foyer/protocol'
import { isSame, refuse, sha256, takeRate } from '@foyer/server'
import { and, eq, gt } from 'drizzle-orm'
import { challenges, rates } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** How long an answer is good, in ms. */
const challengeLifeMs = 600_000
/** Tries of a wallet's factor in an hour. @source security design 5.7, T93 */
const maxTries = 5
const triesKey = (walletId: string) => `factor:${walletId}`

/** Remembers what opens the challenge, and counts a try. @throws {@link HttpError} 429 after five without an answer */
export async function putChallenge(
  { now, queries }: Services,
  { walletId, jkt, answer }: { walletId: string; jkt: string; answer: Uint8Array },
): Promise<void> {
  const nowMs = now()
  await takeRate(queries, rates, {
    key: triesKey(walletId),
    limit: maxTries,
    windowMs: 3_600_000,
    nowMs,
  })
  const row = { answerHash: sha256(answer), expiresAt: nowMs + challengeLifeMs }
  await queries
    .insert(challenges)
    .values({ walletId, jkt, ...row })
    .onConflictDoUpdate({ target: [challenges.walletId, challenges.jkt], set: row })
}

/** @throws {@link HttpError} 403 `factor-required` unless this device opened its challenge a short while ago */
export async function requireAnswer(
  { now, queries }: Services,
  { walletId, jkt, answer }: { walletId: string; jkt: string; answer: string | undefined },
): Promise<void> {
  const [row] = await queries
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.walletId, walletId),
        eq(challenges.jkt, jkt),
        gt(challenges.expiresAt, now()),
      ),
    )
  if (!row || answer === undefined || !isSame(sha256(decodeBase64Url(answer)), row.answerHash))
    return refuse('factor-required', 'The recovery key was not opened')
  await queries.delete(rates).where(eq(rates.key, triesKey(walletId)))
}
