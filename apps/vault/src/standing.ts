import { refuse } from '@foyer/server'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Caller } from './auth/accessToken.ts'
import { sessionKey } from './auth/endSessions.ts'
import { readRevokedAt } from './auth/revokedKeys.ts'
import { readApprovals } from './contacts/approvals.ts'
import { countingContacts } from './contacts/moreContacts.ts'
import { readUser, type User } from './contacts/readUser.ts'
import { passkeys, shares, used, wallets } from './database/schema.ts'
import type { Queries } from './database/vaultDatabase.ts'
import type { Services } from './services.ts'

export type WalletB = typeof wallets.$inferSelect

/** A calling device key, with A's access token or with a DPoP proof alone. */
export type Asking = Pick<Caller, 'jkt' | 'userId'> & Partial<Pick<Caller, 'issuedAt' | 'sid'>>

/** Kind of accepted evidence. `asserted` (A's word alone) has half the limits, and all contacts are notified. */
export type Accepted = 'email' | 'social' | 'passkey' | 'asserted'

/** Facts about a key and a user that this vault has verified itself. */
export type Standing = {
  readonly user: User
  /** The committed wallet. */
  readonly wallet: WalletB | undefined
  /** True if this key has a share set of the committed wallet. */
  readonly isDevice: boolean
  /** Recent evidence for this key. */
  readonly evidence: Accepted | undefined
}

/**
 * Reads what this vault has verified about a key. Locks the user's row until the transaction ends, so that a freeze, a
 * revocation or another change happens before or after it, never during it.
 * @throws {@link HttpError} 401 `token-invalid` for a revoked key or session; 403 `evidence-required` for an unknown user,
 *   `account-frozen`
 * @source security design 2.5
 */
export async function readStanding(
  services: Pick<Services, 'allowAssertedRecovery' | 'now'>,
  tx: Queries,
  asking: Asking,
): Promise<Standing> {
  const { jkt, userId } = asking
  const nowMs = services.now()
  const user = await readUser(tx, { userId, nowMs })
  await requireLiveToken(tx, asking)
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId))
  const isDevice = wallet !== undefined && (await hasDeviceSet(tx, { jkt, wallet }))
  const accepted = (await readApproval(tx, { user, jkt, nowMs })) ?? (await readAsserted())
  return { user, wallet, isDevice, evidence: accepted }

  async function readAsserted(): Promise<'asserted' | undefined> {
    if (user.evidence !== 'asserted') return undefined
    // The token is A's assertion that the user has logged in.
    if (asking.sid !== undefined) return services.allowAssertedRecovery ? 'asserted' : undefined
    // Without a token: evidence only if the user has no passkey yet, so that the first one needs just a device.
    const [known] = await tx.select().from(passkeys).where(eq(passkeys.userId, userId)).limit(1)
    return isDevice && known === undefined ? 'asserted' : undefined
  }
}

/**
 * Requires evidence for a key or, with `known`, that it is a device of the committed wallet.
 * @throws {@link HttpError} 403 `evidence-required`
 */
export function requireStanding(
  { evidence, isDevice }: Standing,
  need: 'known' | 'evidence',
): void {
  if (evidence === undefined && !(need === 'known' && isDevice))
    refuse('evidence-required', 'The vault has no evidence of this login')
}

/**
 * Returns whether sets of a wallet may be released: of the committed wallet; and, until a device has confirmed that one,
 * on evidence also of an earlier committed wallet.
 */
export const mayBeRestored = (
  { evidence, wallet }: Standing,
  { walletId }: { walletId: string },
): boolean =>
  wallet?.walletId === walletId ||
  (evidence !== undefined && (wallet === undefined || wallet.confirmedAt === null))

async function requireLiveToken(tx: Queries, { issuedAt, jkt, sid, userId }: Asking) {
  if (issuedAt === undefined || sid === undefined) return
  const revokedAt = await readRevokedAt(tx, { jkt, userId })
  if (revokedAt !== undefined && revokedAt >= issuedAt)
    refuse('token-invalid', 'This device was revoked')
  const [ended] = await tx
    .select()
    .from(used)
    .where(eq(used.key, sessionKey({ userId, sid })))
  if (ended) refuse('token-invalid', 'The session is over')
}

async function hasDeviceSet(
  tx: Queries,
  { jkt, wallet: { userId, walletId } }: { jkt: string; wallet: WalletB },
): Promise<boolean> {
  const [set] = await tx
    .select({ setId: shares.setId })
    .from(shares)
    .where(
      and(
        eq(shares.walletId, walletId),
        eq(shares.userId, userId),
        eq(shares.jkt, jkt),
        eq(shares.kind, 'device'),
        isNotNull(shares.committedAt),
      ),
    )
    .limit(1)
  return set !== undefined
}

/** Returns the id of a passkey as the approver in `evidence`, distinct from contacts' HMACs, which have no colon. */
export const passkeyApprover = (userId: string) => `passkey:${userId}`

async function readApproval(
  tx: Queries,
  { jkt, nowMs, user }: { user: User; jkt: string; nowMs: number },
): Promise<'email' | 'social' | 'passkey' | undefined> {
  const contacts = await countingContacts(tx, user, nowMs)
  const approvers = [passkeyApprover(user.userId), ...contacts.keys()]
  const approvals = await readApprovals(tx, { hmacs: approvers, jkt, nowMs, userId: user.userId })
  if (approvals.length === 0) return undefined
  const kinds = approvals.flatMap((by) => contacts.get(by) ?? [])
  return kinds[0] ?? 'passkey'
}
