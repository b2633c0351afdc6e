import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { keyAccounts } from '../database/schema.ts'

/**
 * Refuses what a user whose wallet passkeys hold can not do: have an email, by which a stolen session could step up; or freeze
 * the wallet, of which no server has a part.
 *
 * @throws HttpError 403 `action-not-allowed`
 */
export async function refuseKeyAccount(
  { queries }: { queries: Pick<Queries, 'select'> },
  userId: string,
): Promise<void> {
  const [account] = await queries
    .select({ userId: keyAccounts.userId })
    .from(keyAccounts)
    .where(eq(keyAccounts.userId, userId))
  if (account)
    throw new HttpError(403, 'action-not-allowed', 'Passkeys alone hold the wallet of this account')
}
