import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { undoEmailChange } from '@foyer/protocol/login'
import { sha256 } from '@foyer/server'
import { and, asc, eq, gt, gte } from 'drizzle-orm'
import { readAddresses } from '../account/accountEmail.ts'
import { putAddressBack } from '../account/putAddressBack.ts'
import { lockUser } from '../account/readAccount.ts'
import { loginUndos, undos } from '../database/schema.ts'
import { mailOf } from '../mail/mails.ts'
import type { Services } from '../services.ts'
import { endAll, revertLogins } from './revertLogins.ts'

/**
 * Takes a change of the logins back, once, within 72 hours, and every later change of the account's logins and address with it.
 * Ends all sessions, since whoever made the change had one.
 * @source security 2.14
 */
export async function undoLogins(
  services: Services,
  { token }: BodyOf<typeof undoEmailChange>,
): Promise<ResponseOf<typeof undoEmailChange>> {
  const { audit, mailer, now, queries, vaultTeller } = services
  const nowMs = now()
  const own = and(eq(loginUndos.tokenHash, sha256(token)), gt(loginUndos.expiresAt, nowMs))
  const userId = await queries.transaction(async (tx) => {
    const [found] = await tx.select().from(loginUndos).where(own)
    if (!found) return undefined
    await lockUser(tx, found.userId)
    // Read again: a second click, or the undo of an earlier change, may have come before.
    const [undo] = await tx.select().from(loginUndos).where(own)
    if (!undo) return undefined
    const { expiresAt, userId } = undo
    const { emailSince } = await revertLogins(services, tx, { userId, since: expiresAt })
    const later = and(eq(undos.userId, userId), gte(undos.expiresAt, expiresAt))
    const [address] = await tx
      .select()
      .from(undos)
      .where(later)
      .orderBy(asc(undos.expiresAt))
      .limit(1)
    // Otherwise the login by email was added or removed first, and is as it was before that.
    if (address && address.expiresAt < emailSince) await putAddressBack(services, tx, address)
    await tx.delete(undos).where(later)
    await endAll(services, tx, userId)
    await audit(tx, { kind: 'logins-restored', userId })
    return userId
  })
  if (userId === undefined) return { state: 'over' }
  await vaultTeller.tell()
  for (const to of await readAddresses(services, userId))
    mailer.send(mailOf('logins-restored', to, ''))
  return { state: 'unlinked' }
}
