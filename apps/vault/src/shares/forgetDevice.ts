import type { BodyOf } from '@foyer/protocol'
import { serviceSkewMs, type vaultForgetDevice } from '@foyer/protocol/vault'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import {
  evidence,
  links,
  moreContacts,
  passkeys,
  recoveryKeys,
  revokedKeys,
  shares,
  users,
} from '../database/schema.ts'
import type { Services } from '../services.ts'
import { passkeyApprover } from '../standing.ts'

/**
 * Deletes all data of a revoked device: share sets, prepared changes, approvals, pending links and the passkeys that it
 * registered; and revokes its tokens. A can only remove access by this.
 */
export async function forgetDevice(
  { audit, now, queries }: Services,
  { at, jkt, userId }: BodyOf<typeof vaultForgetDevice>,
): Promise<void> {
  await queries.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for('update')
    // By A's clock, which dated the tokens; capped, so that future tokens are not refused.
    const notBefore = Math.min(at, now() + serviceSkewMs)
    await tx
      .insert(revokedKeys)
      .values({ userId, jkt, notBefore })
      .onConflictDoUpdate({
        target: [revokedKeys.userId, revokedKeys.jkt],
        set: { notBefore: sql`greatest(${revokedKeys.notBefore}, ${notBefore})` },
      })
    const sets = await tx
      .delete(shares)
      .where(
        and(
          eq(shares.userId, userId),
          eq(shares.jkt, jkt),
          or(eq(shares.kind, 'device'), isNull(shares.committedAt)),
        ),
      )
      .returning()
    await tx
      .delete(recoveryKeys)
      .where(
        and(
          eq(recoveryKeys.userId, userId),
          eq(recoveryKeys.jkt, jkt),
          isNull(recoveryKeys.committedAt),
        ),
      )
    const further = await tx
      .select({ hmac: moreContacts.contactHmac })
      .from(moreContacts)
      .where(eq(moreContacts.userId, userId))
    // Removed ones too: their removal can be taken back.
    const contacts = [
      ...[user?.contactHmac, user?.previousHmac].filter((hmac) => hmac != null),
      ...further.map(({ hmac }) => hmac),
    ]
    await tx
      .update(links)
      .set({ expiresAt: now() })
      .where(
        and(
          eq(links.kind, 'device'),
          eq(links.jkt, jkt),
          eq(links.state, 'pending'),
          inArray(links.contactHmac, contacts),
        ),
      )
    const approver = passkeyApprover(userId)
    await tx
      .delete(evidence)
      .where(and(inArray(evidence.contactHmac, [...contacts, approver]), eq(evidence.jkt, jkt)))
    // Includes passkeys of an unknown device, which may be this one.
    const made = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), inArray(passkeys.jkt, [jkt, ''])))
      .returning()
    // Evidence does not record which passkey gave it: delete all.
    if (made.length > 0) await tx.delete(evidence).where(eq(evidence.contactHmac, approver))
    if (sets.length + made.length > 0)
      await audit(tx, {
        ...{ kind: 'device-forgotten', userId },
        ...{ sets: sets.length, passkeys: made.length },
      })
  })
}
