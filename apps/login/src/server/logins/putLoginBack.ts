import type { Contact } from '@foyer/protocol/vault'
import { and, desc, eq } from 'drizzle-orm'
import { findEmail, notifyAll } from '../account/accountEmail.ts'
import { lockUser } from '../account/readAccount.ts'
import { contactChanges, identities, loginUndos } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { contactOf, isSameContact } from './contactOf.ts'

/**
 * Restores the login whose contact the vault keeps, and says so to all addresses of the account: both servers have the same ways to
 * the wallet again. Once, also when several processes have heard the vault's refusal.
 */
export async function putLoginBack(
  services: Pick<Services, 'audit' | 'kms' | 'loginOrigin' | 'mailer' | 'queries'>,
  { contact, seq, userId }: { userId: string; contact: Contact; seq: number },
): Promise<void> {
  const { audit, queries } = services
  const isBack = await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    const own = await tx.delete(contactChanges).where(eq(contactChanges.seq, seq)).returning()
    if (own.length === 0) return false
    const removed = await tx
      .select()
      .from(loginUndos)
      .where(and(eq(loginUndos.userId, userId), eq(loginUndos.change, 'removed')))
      .orderBy(desc(loginUndos.changedAt))
    for (const { change: _, changedAt: __, expiresAt: ___, tokenHash, ...identity } of removed) {
      if (!isSameContact(await contactOf(services, identity), contact)) continue
      // The account has another address by now, which is the one by which it logs in.
      if (identity.provider === 'email' && (await findEmail(tx, userId))) return false
      await tx.delete(loginUndos).where(eq(loginUndos.tokenHash, tokenHash))
      await tx.insert(identities).values(identity).onConflictDoNothing()
      await audit(tx, { kind: 'login-kept', userId, provider: identity.provider })
      return true
    }
    return false
  })
  // A mail about the removal may have gone out, with a link that does nothing any more.
  if (isBack) await notifyAll(services, userId, 'login-kept')
}
