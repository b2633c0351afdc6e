import { eq } from 'drizzle-orm'
import type { Boot } from '../../boot.ts'
import { users } from '../database/schema.ts'
import type { Services } from '../services.ts'

export type PreferredType = 'eoa' | 'smartAccount'

/** Returns whether any network of this deployment has smart accounts. */
export const hasSmartAccounts = (networks: Boot['networks']): boolean =>
  networks.some(({ smartAccount }) => smartAccount !== undefined)

/** Stores the account type that a user prefers. @returns The type in effect: `eoa` where there are no smart accounts. */
export async function preferAccount(
  { networks, queries }: Services,
  userId: string,
  type: PreferredType,
): Promise<{ type: PreferredType }> {
  if (!hasSmartAccounts(networks)) return { type: 'eoa' }
  await queries.update(users).set({ preferredAccountType: type }).where(eq(users.userId, userId))
  return { type }
}
