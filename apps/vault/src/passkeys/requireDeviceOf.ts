import { refuse } from '@foyer/server'
import { and, eq, isNotNull } from 'drizzle-orm'
import { readUser, type User } from '../contacts/readUser.ts'
import { shares } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Who asks about passkeys: a device, and where it says that it is. */
export type Device = { readonly jkt: string; readonly madeIn: string }

/**
 * The user, for a device that has a share set of their wallet in force: what the vault itself saw and committed.
 *
 * @throws HttpError 403 `evidence-required`, `account-frozen`
 */
export async function requireDeviceOf(
  { now, queries }: Services,
  { jkt, userId }: { jkt: string; userId: string },
): Promise<User> {
  const [set] = await queries
    .select({ walletId: shares.walletId })
    .from(shares)
    .where(
      and(
        eq(shares.jkt, jkt),
        eq(shares.userId, userId),
        eq(shares.kind, 'device'),
        isNotNull(shares.committedAt),
      ),
    )
    .limit(1)
  if (set === undefined)
    return refuse('evidence-required', 'This device has no part of the wallet yet')
  return readUser(queries, { userId, nowMs: now() })
}
