import { and, eq, gt, inArray } from 'drizzle-orm'
import { lockUser } from '../account/readAccount.ts'
import type { Queries } from '../database/database.ts'
import { identities, loginUndos, users } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** A user at a provider; several subjects only for an address, whose HMAC has two accepted keys during a rotation. */
export type LoginName = { provider: string; subjects: readonly string[] }

const named = (table: typeof identities | typeof loginUndos, { provider, subjects }: LoginName) =>
  and(eq(table.provider, provider), inArray(table.subject, [...subjects]))

/** Finds the account of a login. `heldUntil`: until then, ms since 1970, the login opens nothing. */
export async function findLogin(
  queries: Pick<Queries, 'select'>,
  name: LoginName,
): Promise<
  { id: string; userId: string; boundAt: number | null; heldUntil: number | null } | undefined
> {
  const [found] = await queries
    .select({
      id: identities.id,
      userId: users.userId,
      boundAt: users.boundAt,
      heldUntil: identities.heldUntil,
    })
    .from(identities)
    .innerJoin(users, eq(users.userId, identities.userId))
    .where(named(identities, name))
  return found
}

/** The same, and locks its user: until the transaction ends, the login is not removed. */
export async function findLockedLogin(
  tx: Pick<Queries, 'select'>,
  name: LoginName,
): ReturnType<typeof findLogin> {
  const found = await findLogin(tx, name)
  if (!found) return undefined
  await lockUser(tx, found.userId)
  // Read again: it may have been removed meanwhile.
  return findLogin(tx, name)
}

/** Finds the account from which a login was removed, while it can be restored: nobody else may have it until then. */
export async function findRemovedLogin(
  { now }: Pick<Services, 'now'>,
  queries: Pick<Queries, 'select'>,
  name: LoginName,
): Promise<{ userId: string } | undefined> {
  const [found] = await queries
    .select({ userId: loginUndos.userId })
    .from(loginUndos)
    .where(
      and(
        eq(loginUndos.change, 'removed'),
        named(loginUndos, name),
        gt(loginUndos.expiresAt, now()),
      ),
    )
    .limit(1)
  return found
}
