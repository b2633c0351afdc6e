import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { undoEmailChange } from '@foyer/protocol/login'
import { sha256 } from '@foyer/server'
import { and, eq, gt, gte } from 'drizzle-orm'
import type { Client } from '../auth/asker.ts'
import { identities, txns, undos } from '../database/schema.ts'
import { emailHmac, hmacKeyId } from '../hashes.ts'
import { endTxns } from '../login/txn.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { revokeSessions } from '../tokens/sessions.ts'
import { isTaken } from './accountEmail.ts'
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
  const { audit, hmacKey, kms, mailer, now, queries } = services
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
    // Addresses added in between have no rights that stem from this change alone.
    await tx
      .delete(undos)
      .where(and(eq(undos.userId, userId), gte(undos.expiresAt, undo.expiresAt)))
    const put = await tx
      .update(identities)
      .set({
        subject: emailHmac(services, email),
        subjectKey: hmacKeyId(hmacKey),
        emailKid: undo.emailKid,
        emailBlob: undo.emailBlob,
      })
      .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
      .returning()
    if (put.length === 0) return undefined
    await endTxns(tx, and(eq(txns.userId, userId), eq(txns.kind, 'email-change')), nowMs)
    await revokeSessions(services, tx, { userId, reason: 'email-restored' })
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
