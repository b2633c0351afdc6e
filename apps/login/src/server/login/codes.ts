import { randomInt } from 'node:crypto'
import { HttpError } from '@foyer/server'
import { readRate } from '@foyer/server/database'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { codes, rates, type txns } from '../database/schema.ts'
import { codeHmac, isCodeHmac } from '../hashes.ts'
import type { Services } from '../services.ts'

/** @source security 2.9 */
export const codeLifeMs = 600_000

export type Txn = typeof txns.$inferSelect
export type CodePurpose = 'login' | 'link' | 'step-up' | 'primary' | 'secondary'

/** One answer for every failure: wrong, old, used, replaced, too many. */
export const codeRefused = () =>
  new HttpError(400, 'input-invalid', 'The code is not right, or its time is over')

/** Makes a new code for this step; the previous one is void from now on. */
export async function newCode(
  services: Services,
  queries: Queries,
  { purpose, txnId }: { txnId: string; purpose: CodePurpose },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const fresh = {
    codeHmac: codeHmac(services, { txnId, purpose, code }),
    tries: 0,
    expiresAt: services.now() + codeLifeMs,
    consumedAt: null,
  }
  await queries
    .insert(codes)
    .values({ txnId, purpose, ...fresh })
    .onConflictDoUpdate({ target: [codes.txnId, codes.purpose], set: fresh })
  return code
}

/**
 * Consumes a code, once. Each try is counted before it is looked at, so that tries at the same time are no more than
 * `codeTries`.
 *
 * @throws HttpError 400 `input-invalid`, one sentence for every reason
 */
export async function consumeCode(
  services: Services,
  {
    emailHmac,
    otp,
    purpose,
    txnId,
  }: { txnId: string; purpose: CodePurpose; otp: string; emailHmac: string },
): Promise<void> {
  const { limiter, limits, now, queries } = services
  const own = and(eq(codes.txnId, txnId), eq(codes.purpose, purpose), isNull(codes.consumedAt))
  const [tried] = await queries
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(and(own, lt(codes.tries, limits.codeTries), gt(codes.expiresAt, now())))
    .returning()
  if (tried && isCodeHmac(services, tried.codeHmac, { txnId, purpose, code: otp })) {
    const taken = await queries
      .update(codes)
      .set({ consumedAt: now() })
      // A newer code may have come in between.
      .where(and(own, eq(codes.codeHmac, tried.codeHmac)))
      .returning()
    if (taken.length === 1) return
  }
  // Counted without end: the next login reads it.
  const { windowMs } = limits.wrongCodesOfAddress
  await limiter.take({ key: wrongKey(emailHmac), limit: Number.POSITIVE_INFINITY, windowMs })
  services.metrics.codes.inc({ outcome: 'refused' })
  if (await hasManyWrongCodes(services, [emailHmac]))
    services.log.warn(
      { alarm: 'codes', limit: limits.wrongCodesOfAddress.limit },
      'many wrong codes',
    )
  throw codeRefused()
}

const wrongKey = (hmac: string) => `wrong:${hmac}`

/**
 * Tells whether someone is guessing codes of this address: its devices then need the link again.
 * @param emailHmacs - HMACs of the address, under the current and earlier peppers
 * @source security 2.9
 */
export async function hasManyWrongCodes(
  { limits, now, queries }: Services,
  emailHmacs: readonly string[],
): Promise<boolean> {
  let count = 0
  for (const hmac of emailHmacs)
    count += await readRate(queries, rates, { key: wrongKey(hmac), nowMs: now() })
  return count >= limits.wrongCodesOfAddress.limit
}
