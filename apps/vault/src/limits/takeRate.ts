import { sql } from 'drizzle-orm'
import type { Queries } from '../database/openDatabase.ts'
import { rates } from '../database/schema.ts'
import { VaultError } from '../vaultError.ts'

/**
 * Counts one in the window that began with its first one. What the database throws goes on: nobody gets in uncounted.
 *
 * @throws {@link VaultError} 429 `limit-exceeded` with the time that is left
 */
export async function takeRate(
  queries: Queries,
  { key, limit, windowMs, nowMs }: { key: string; limit: number; windowMs: number; nowMs: number },
): Promise<void> {
  const until = nowMs + windowMs
  const [row] = await queries
    .insert(rates)
    .values({ key, count: 1, until })
    .onConflictDoUpdate({
      target: rates.key,
      set: {
        count: sql`case when ${rates.until} <= ${nowMs} then 1 else ${rates.count} + 1 end`,
        until: sql`case when ${rates.until} <= ${nowMs} then ${until} else ${rates.until} end`,
      },
    })
    .returning()
  if (row && row.count > limit)
    throw new VaultError(429, 'limit-exceeded', 'Too many requests', {
      retryAfterMs: Math.max(0, row.until - nowMs),
    })
}
