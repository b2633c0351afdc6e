import { refuse } from '@foyer/server'
import { and, eq, gt, gte, inArray, isNotNull } from 'drizzle-orm'
import type { Caller } from './auth/accessToken.ts'
import { sessionKey } from './auth/endSessions.ts'
import { countingContact, readUser, type User } from './contacts/readUser.ts'
import { evidence, passkeys, revokedKeys, shares, used, wallets } from './database/schema.ts'
import type { Queries } from './database/vaultDatabase.ts'
import type { Services } from './services.ts'

export type WalletB = typeof wallets.$inferSelect

/** A key that calls: with a token of A, or by its proof alone. */
export type Asking = Pick<Caller, 'jkt' | 'userId'> & Partial<Pick<Caller, 'issuedAt' | 'sid'>>

/** Accepted evidence: `asserted` has half the limits, and all contacts are notified. */
export type Accepted = 'email' | 'passkey' | 'asserted'

/** Rights of a key to a user, by what this vault itself has checked. */
export type Standing = {
  readonly user: User
  /** The wallet in force. */
  readonly wallet: WalletB | undefined
  /** This key has a share set of the wallet in force. */
  readonly isDevice: boolean
  /** Recent evidence for this key. */
  readonly evidence: Accepted | undefined
}

/**
 * Reads what this vault knows about a key. The user's row stays locked until the transaction ends, so that a freeze, a
 * revocation or another change happens entirely before or entirely after it.
 * @throws {@link HttpError} 401 `token-invalid` after the key or the session of its token was ended; 403
 *   `evidence-required` for a user that the vault does not know, `account-frozen`
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
    // Asserted by A's token.
    if (asking.sid !== undefined) return services.allowAssertedRecovery ? 'asserted' : undefined
    // A page has no token: such a user's first passkey needs a device, the others need a passkey.
    const [known] = await tx.select().from(passkeys).where(eq(passkeys.userId, userId)).limit(1)
    return isDevice && known === undefined ? 'asserted' : undefined
  }
}

/**
 * Admits a key that the vault knows: by evidence, or (`known`) also as a device of the wallet in force.
 * @throws {@link HttpError} 403 `evidence-required`
 */
export function requireStanding(
  { evidence, isDevice }: Standing,
  need: 'known' | 'evidence',
): void {
  if (evidence === undefined && !(need === 'known' && isDevice))
    refuse('evidence-required', 'This device was not approved by the link in the mail')
}

/**
 * Tells whether sets of this wallet may be released: those of the wallet in force and, until a device confirmed that
 * one, on evidence also those of another wallet that was put in force.
 */
export const mayBeRestored = (
  { evidence, wallet }: Standing,
  { walletId }: { walletId: string },
): boolean =>
  wallet?.walletId === walletId ||
  (evidence !== undefined && (wallet === undefined || wallet.confirmedAt === null))

async function requireLiveToken(tx: Queries, { issuedAt, jkt, sid, userId }: Asking) {
  if (issuedAt === undefined || sid === undefined) return
  const [revoked] = await tx
    .select()
    .from(revokedKeys)
    .where(
      and(
        eq(revokedKeys.userId, userId),
        eq(revokedKeys.jkt, jkt),
        gte(revokedKeys.notBefore, issuedAt),
      ),
    )
  if (revoked) refuse('token-invalid', 'This device was revoked')
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

/** Stored in the place of a contact's HMAC, which has no colon. */
export const passkeyApprover = (userId: string) => `passkey:${userId}`

async function readApproval(
  tx: Queries,
  { jkt, nowMs, user }: { user: User; jkt: string; nowMs: number },
): Promise<'email' | 'passkey' | undefined> {
  const contact = countingContact(user, nowMs)
  const approvers = [passkeyApprover(user.userId), ...(contact === null ? [] : [contact])]
  const approvals = await tx
    .select({ by: evidence.contactHmac })
    .from(evidence)
    .where(
      and(
        inArray(evidence.contactHmac, approvers),
        eq(evidence.jkt, jkt),
        gt(evidence.expiresAt, nowMs),
      ),
    )
  if (approvals.length === 0) return undefined
  return approvals.some(({ by }) => by === contact) ? 'email' : 'passkey'
}
