import type { Contact } from '@foyer/protocol/vault'
import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import { identities, loginUndos, socialTxns, tickets, txns } from '../database/schema.ts'
import { endTxns } from '../login/txn.ts'
import type { Services } from '../services.ts'
import { revokeSessions } from '../tokens/sessions.ts'
import { contactOf, isSameContact, noteContactChange } from './contactOf.ts'
import { endLoginsOf } from './endLoginsOf.ts'
import { readIdentities } from './listLogins.ts'

/**
 * Reverts an account's changes of logins whose undo lives at least until a time, the newest first.
 * @returns the end of the undo of the oldest one that concerns the login by email, ms since 1970; Infinity without one
 */
export async function revertLogins(
  services: Services,
  tx: Queries,
  { since, userId }: { userId: string; since: number },
): Promise<{ emailSince: number }> {
  const later = and(eq(loginUndos.userId, userId), gte(loginUndos.expiresAt, since))
  const rows = await tx
    .select()
    .from(loginUndos)
    .where(later)
    .orderBy(desc(loginUndos.expiresAt), desc(loginUndos.changedAt))
  await tx.delete(loginUndos).where(later)
  const [added, removed]: [Contact[], Contact[]] = [[], []]
  for (const row of rows) {
    const { change, changedAt: _, expiresAt: __, tokenHash: ___, ...identity } = row
    if (change === 'added') {
      await tx
        .delete(identities)
        .where(and(eq(identities.id, row.id), eq(identities.userId, userId)))
      await endLoginsOf(services, tx, { userId, provider: row.provider })
      added.push(await contactOf(services, row))
    } else {
      await tx.insert(identities).values(identity).onConflictDoNothing()
      removed.push(await contactOf(services, row))
    }
  }
  const kept = await Promise.all(
    (await readIdentities(tx, userId)).map((row) => contactOf(services, row)),
  )
  const isKept = (contact: Contact) => kept.some((one) => isSameContact(one, contact))
  // First what comes back: the vault keeps its last contact.
  for (const contact of removed.filter(isKept))
    await noteContactChange(services, tx, { userId, contact, change: 'restored' })
  for (const contact of added.filter((one) => !isKept(one)))
    await noteContactChange(services, tx, { userId, contact, change: 'deleted' })
  const ofEmail = rows.filter(({ provider }) => provider === 'email')
  return { emailSince: Math.min(...ofEmail.map(({ expiresAt }) => expiresAt)) }
}

/** Ends every session and open change of an account, and its contacts at the vault that are no logins. */
export async function endAll(services: Services, tx: Queries, userId: string): Promise<void> {
  const kinds = ['email-change', 'link', 'social'] as const
  const open = and(eq(txns.userId, userId), inArray(txns.kind, [...kinds]))
  await endTxns(tx, open, services.now())
  await tx.delete(socialTxns).where(eq(socialTxns.userId, userId))
  await tx.delete(tickets).where(eq(tickets.userId, userId))
  await revokeSessions(services, tx, { userId, reason: 'change-undone' })
  await noteContactChange(services, tx, { userId, change: 'compared' })
}
