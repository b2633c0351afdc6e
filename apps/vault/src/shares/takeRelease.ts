import { HttpError, type Rate, refuse } from '@foyer/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { rates, releases } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import type { Limits } from '../limits.ts'

const lock = 7_238_115
const breakerKey = 'breaker'

/**
 * Counts a recovery against the limits of the last day and minute, as sliding windows, unlike the limiter. Both are
 * halved for asserted users.
 * @returns `breaker-opened` when this call exceeds the deployment's limit; the caller then raises the alarm and refuses
 * @throws {@link HttpError} 429 `releases-exceeded`, 503 while the breaker is open
 */
export function takeRelease(
  queries: Queries,
  {
    rid,
    userId,
    isAsserted,
    limits,
    nowMs,
  }: { rid: string; userId: string; isAsserted: boolean; limits: Limits; nowMs: number },
): Promise<'taken' | 'breaker-opened'> {
  const { breakerMs, releasesPerMinute: ofAllUsers, releasesPerUserPerDay: ofOneUser } = limits
  const allowed = ({ limit }: Rate) => Math.max(1, Math.floor(limit / (isAsserted ? 2 : 1)))
  return queries.transaction(async (tx) => {
    // Serialized, so that concurrent calls can not exceed the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    const [breaker] = await tx.select().from(rates).where(eq(rates.key, breakerKey))
    if (breaker && breaker.until > nowMs)
      throw new HttpError(503, 'limit-exceeded', 'Recovery is paused', {
        retryAfterMs: breaker.until - nowMs,
      })
    const inWindow = ({ windowMs }: Rate) => gt(releases.at, nowMs - windowMs)
    const ofUser = await tx.$count(releases, and(eq(releases.userId, userId), inWindow(ofOneUser)))
    if (ofUser >= allowed(ofOneUser))
      return refuse('releases-exceeded', 'This wallet was restored too often today')
    const ofAll = await tx.$count(releases, inWindow(ofAllUsers))
    if (ofAll >= allowed(ofAllUsers)) {
      if (isAsserted) return refuse('releases-exceeded', 'Too many wallets are being restored')
      const until = nowMs + breakerMs
      await tx
        .insert(rates)
        .values({ key: breakerKey, count: 1, until })
        .onConflictDoUpdate({ target: rates.key, set: { until } })
      return 'breaker-opened'
    }
    const taken = await tx
      .insert(releases)
      .values({ rid, userId, at: nowMs })
      .onConflictDoNothing()
      .returning()
    if (taken.length === 0) return refuse('releases-exceeded', 'This request was answered before')
    return 'taken'
  })
}
