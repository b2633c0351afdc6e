import { sha256 } from '@foyer/server'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { identities, undos } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { revokeSessions } from '../tokens/sessions.ts'

/**
 * Gives an account its address back, once, within 72 hours, and ends all its sessions: who changed it had one.
 *
 * @source security 2.12
 */
export async function undoEmail(
  services: Services,
  { token }: { token: string },
): Promise<{ state: 'restored' | 'over' }> {
  const { audit, hmacKey, kms, mailer, now, queries } = services
  const tokenHash = sha256(token)
  const undone = await queries.transaction(async (tx) => {
    const [undo] = await tx
      .delete(undos)
      .where(and(eq(undos.tokenHash, tokenHash), gt(undos.expiresAt, now())))
      .returning()
    if (!undo) return undefined
    const { emailBlob, emailKid, nextSubject, userId } = undo
    const email = await openEmail(kms, userId, { emailBlob, emailKid })
    const [taken] = await tx
      .select()
      .from(identities)
      .where(
        and(
          eq(identities.provider, 'email'),
          inArray(identities.subject, emailHmacs(services, email)),
        ),
      )
    // Somebody proved the address for an account of their own since.
    if (taken) return undefined
    const put = await tx
      .update(identities)
      .set({
        subject: emailHmac(services, email),
        subjectKey: hmacKeyId(hmacKey),
        emailKid,
        emailBlob,
      })
      .where(
        and(
          eq(identities.userId, userId),
          eq(identities.provider, 'email'),
          eq(identities.subject, nextSubject),
        ),
      )
      .returning()
    if (put.length === 0) return undefined
    await revokeSessions(services, tx, { userId, reason: 'email-restored' })
    await audit(tx, { kind: 'email-restored', userId })
    return { email }
  })
  if (!undone) return { state: 'over' }
  mailer.send(mailOf('email-restored', undone.email, ''))
  return { state: 'restored' }
}
