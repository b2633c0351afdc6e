import { decodeGrant, grantDigest, originHash, toHex } from '@foyer/decode/internal'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { addPermission, readPermissions, revokePermission } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { and, count, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { permissions } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { findWallet } from '../shares/walletState.ts'
import type { Session } from '../tokens/sessions.ts'

/** Moments beyond this are no dates, ms. */
const latestMs = 8_640_000_000_000_000n

/** The permissions that a session may see: its site's own, or all of the user's on the login site's own pages. @source T46 */
const seenBy = ({ origin, userId }: Pick<Session, 'origin' | 'userId'>) =>
  and(eq(permissions.userId, userId), origin === null ? undefined : eq(permissions.origin, origin))

/** Lists the permissions that have not ended. */
export async function listPermissions(
  { now, queries }: Services,
  session: Session,
): Promise<ResponseOf<typeof readPermissions>> {
  const rows = await queries
    .select()
    .from(permissions)
    .where(and(seenBy(session), gt(permissions.expiresAt, now())))
    .orderBy(desc(permissions.createdAt))
  return { permissions: rows.map(({ userId: _, ...row }) => row) }
}

/**
 * Stores a permission of the page's site. The chain checks its signature, its limits and its end; here they would prove nothing.
 * @throws HttpError 400 `request-invalid`; 403 `action-not-allowed` for another site or another user's account; 409 with too many
 */
export async function storePermission(
  { limits, now, queries }: Services,
  { chainId, context }: BodyOf<typeof addPermission>,
  { origin, userId }: Session,
): Promise<ResponseOf<typeof addPermission>> {
  const grant = decodeGrant(context)?.grant
  if (!grant) throw new HttpError(400, 'request-invalid', 'This is no permission')
  if (origin === null || grant.origin !== originHash(origin))
    throw new HttpError(403, 'action-not-allowed', 'This permission is of another site')
  const endsAt = grant.expiry * 1000n
  const [open] = await queries
    .select({ count: count() })
    .from(permissions)
    .where(and(eq(permissions.userId, userId), gt(permissions.expiresAt, now())))
  if ((open?.count ?? 0) >= limits.permissionsOfUser)
    throw new HttpError(409, 'limit-exceeded', 'Too many permissions: revoke some, or wait')
  const digest = toHex(grantDigest(grant, BigInt(chainId.slice('eip155:'.length))))
  await requireOwn(queries, { account: grant.account, chainId, digest, userId })
  await queries
    .insert(permissions)
    .values({
      ...{ userId, chainId, context, digest, origin, createdAt: now() },
      expiresAt: Number(endsAt < latestMs ? endsAt : latestMs),
    })
    .onConflictDoNothing()
  return { digest }
}

/**
 * Refuses a permission of another account: a copied one, revoked by who copied it, would end the owner's. Wallets that passkeys hold
 * have no address here: of these the first user who stores it counts, which is the owner, since the frame stores before a site has it.
 * @throws HttpError 403 `action-not-allowed`
 */
async function requireOwn(
  queries: Pick<Queries, 'select'>,
  {
    account,
    chainId,
    digest,
    userId,
  }: { account: string; chainId: string; digest: string; userId: string },
): Promise<void> {
  const wallet = await findWallet(queries, userId)
  const [other] = await queries
    .select({ userId: permissions.userId })
    .from(permissions)
    .where(
      and(
        eq(permissions.digest, digest),
        eq(permissions.chainId, chainId),
        ne(permissions.userId, userId),
      ),
    )
    .limit(1)
  if (other || (wallet && wallet.evm.toLowerCase() !== account.toLowerCase()))
    throw new HttpError(403, 'action-not-allowed', 'This permission is of another account')
}

/** Revokes a permission here. @throws HttpError 404 */
export async function endPermission(
  { now, queries }: Services,
  { chainId, digest }: BodyOf<typeof revokePermission>,
  session: Session,
): Promise<ResponseOf<typeof revokePermission>> {
  const own = and(
    ...[seenBy(session), eq(permissions.chainId, chainId), eq(permissions.digest, digest)],
  )
  await queries
    .update(permissions)
    .set({ revokedAt: now() })
    .where(and(own, isNull(permissions.revokedAt)))
  const [row] = await queries.select().from(permissions).where(own)
  if (!row?.revokedAt) throw new HttpError(404, 'resource-not-found', 'No such permission')
  return { revokedAt: row.revokedAt }
}
