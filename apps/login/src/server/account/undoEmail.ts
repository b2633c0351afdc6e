import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { undoEmailChange } from '@foyer/protocol/login'
import { sha256 } from '@foyer/server'
import { and, eq, gt } from 'drizzle-orm'
import type { Client } from '../auth/caller.ts'
import { undos } from '../database/schema.ts'
import { endAll, revertLogins } from '../logins/revertLogins.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { isTaken } from './accountEmail.ts'
import { putAddressBack } from './putAddressBack.ts'
import { lockUser } from './readAccount.ts'
import { askToMoveRecovery } from './recoveryContact.ts'

/**
 * Restores a replaced address to its account, once, within 72 hours of its change, and reverts every later change. Ends
 * all sessions and open changes of the account, since the attacker had one. The vault is asked to restore it too; if it
 * had changed already, it requires a click in its own mail to the same address.
 * @source security 2.12
 */
export async function undoEmail(
  services: Services,
  { token }: BodyOf<typeof undoEmailChange>,
  client: Client,
): Promise<ResponseOf<typeof undoEmailChange>> {
  const { audit, kms, mailer, now, queries } = services
  const nowMs = now()
  const own = and(eq(undos.tokenHash, sha256(token)), gt(undos.expiresAt, nowMs))
  const undone = await queries.transaction(async (tx) => {
    const [found] = await tx.select().from(undos).where(own)
    if (!found) return undefined
    const { userId } = found
    await lockUser(tx, userId)
    // Read again: a second click, or the undo of an earlier change, may have come before.
    const [undo] = await tx.delete(undos).where(own).returning()
    if (!undo) return undefined
    const email = await openEmail(kms, userId, undo)
    if (await isTaken(services, tx, { email, userId })) return undefined
    // Whoever changed the address may have changed the logins since.
    await revertLogins(services, tx, { userId, since: undo.expiresAt })
    await putAddressBack(services, tx, undo)
    await endAll(services, tx, userId)
    await audit(tx, { kind: 'email-restored', userId })
    return { email, userId }
  })
  if (!undone) return { state: 'over' }
  await services.vaultTeller.tell()
  mailer.send(mailOf('email-restored', undone.email, ''))
  const asked = await askToMoveRecovery(services, { ...undone, client })
  return {
    state: 'restored',
    recovery: asked?.status ?? 'unknown',
    ...(asked?.status === 'asked' && { number: asked.number }),
  }
}
