import type { LocalKms } from '@foyer/protocol/custody'
import type { Contact } from '@foyer/protocol/vault'
import type { AppendAudit } from '@foyer/server/database'
import { and, desc, eq } from 'drizzle-orm'
import { findEmail } from '../account/accountEmail.ts'
import { lockUser } from '../account/readAccount.ts'
import type { Queries } from '../database/database.ts'
import { contactChanges, identities, loginUndos } from '../database/schema.ts'
import { contactOf, isSameContact } from './contactOf.ts'

/**
 * Restores the login whose contact the vault keeps: both servers have the same ways to the wallet again. Once, also when several
 * processes have heard the vault's refusal.
 */
export async function putLoginBack(
  services: { readonly audit: AppendAudit; readonly kms: LocalKms; readonly queries: Queries },
  { contact, seq, userId }: { userId: string; contact: Contact; seq: number },
): Promise<void> {
  const { audit, queries } = services
  await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    const own = await tx.delete(contactChanges).where(eq(contactChanges.seq, seq)).returning()
    if (own.length === 0) return
    const removed = await tx
      .select()
      .from(loginUndos)
      .where(and(eq(loginUndos.userId, userId), eq(loginUndos.change, 'removed')))
      .orderBy(desc(loginUndos.changedAt))
    for (const { change: _, changedAt: __, expiresAt: ___, tokenHash, ...identity } of removed) {
      if (!isSameContact(await contactOf(services, identity), contact)) continue
      // The account has another address by now, which is the one by which it logs in.
      if (identity.provider === 'email' && (await findEmail(tx, userId))) return
      await tx.delete(loginUndos).where(eq(loginUndos.tokenHash, tokenHash))
      await tx.insert(identities).values(identity).onConflictDoNothing()
      return audit(tx, { kind: 'login-kept', userId, provider: identity.provider })
    }
  })
}
