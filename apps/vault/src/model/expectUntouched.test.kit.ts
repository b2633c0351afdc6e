import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { moreContacts, passkeys, shares, users, wallets } from '../database/schema.ts'
import { Breach } from './attacker.test.kit.ts'
import type { ModelVault } from './openModelVault.test.kit.ts'
import type { Victim } from './victim.test.kit.ts'

type User = typeof users.$inferSelect

const same = (what: string, found: readonly string[], expected: Iterable<string>) => {
  const wanted = [...expected].sort().join()
  if (found.toSorted().join() !== wanted) throw new Breach(`${what}: ${found.join()} not ${wanted}`)
}

/**
 * Compares the vault's state of the victim with the victim's own actions and with what A may remove.
 * @throws {@link Breach}
 */
export async function expectUntouched(
  { queries }: ModelVault,
  victim: Victim,
  before: User | undefined,
): Promise<User> {
  const { state, userId } = victim
  // One query, since it runs after every step.
  const list = (column: PgColumn, table: PgTable, where: SQL | undefined) =>
    sql<string[]>`(select coalesce(json_agg(${column}), '[]') from ${table} where ${where})`
  const inForce = and(eq(shares.userId, userId), isNotNull(shares.committedAt))
  const [found] = await queries
    .select({
      user: users,
      sets: list(shares.setId, shares, inForce),
      contacts: list(moreContacts.contactHmac, moreContacts, eq(moreContacts.userId, userId)),
      passkeys: list(passkeys.credentialId, passkeys, eq(passkeys.userId, userId)),
      wallets: list(wallets.walletId, wallets, eq(wallets.userId, userId)),
    })
    .from(users)
    .where(eq(users.userId, userId))
  if (!found) throw new Breach('the user is gone')
  const { user } = found
  same('sets', found.sets, victim.sets.keys())
  same('further contacts', found.contacts, [])
  same('passkeys', found.passkeys, victim.passkeys.keys())
  same('wallet', found.wallets, [state.wallet.walletId])
  if (before && (user.contactHmac !== before.contactHmac || user.evidence !== before.evidence))
    throw new Breach('the contact was changed')
  if (state.isFrozen && (user.frozenAt === null || user.unfreezeAt !== null))
    throw new Breach('the freeze was lifted')
  return user
}
