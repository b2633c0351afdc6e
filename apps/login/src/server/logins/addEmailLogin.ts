import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { addEmailLogin, addEmailLoginOtp } from '@foyer/protocol/login'
import { HttpError, refuse } from '@foyer/server'
import { and, eq, gt } from 'drizzle-orm'
import { findEmail } from '../account/accountEmail.ts'
import type { Caller } from '../auth/caller.ts'
import { txns } from '../database/schema.ts'
import { emailHmac, emailHmacs } from '../hashes.ts'
import { codeRefused, consumeCode } from '../login/codes.ts'
import { takeCodeRates } from '../login/loginOtp.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import { createTxn, emailOf, readTxn } from '../login/txn.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { sendVaultLink } from '../vault/sendVaultLink.ts'
import { addLogin } from './addLogin.ts'

/**
 * Starts to add a login by email, as a login by email starts: the vault's own link first, so that it has evidence of the address for
 * this device, then a code.
 */
export async function beginEmailLogin(
  services: Services,
  { email }: BodyOf<typeof addEmailLogin>,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof addEmailLogin>> {
  const { loginOrigin, now, queries } = services
  const { userId } = session
  requireStepUp(session, now())
  await refuseKeyAccount(services, userId)
  if (await findEmail(queries, userId))
    return refuse('change-conflict', 'This account has an address: change it instead')
  await takeMailRates(services, { client, emailHmac: emailHmac(services, email) })
  const { ip, language, userAgent } = client
  const { expiresAt, linkId, number } = await sendVaultLink(services, {
    ...{ email, jkt },
    requester: { ip, language, userAgent, origin: loginOrigin },
  })
  const facts = { kind: 'link', step: 'device', jkt, userId, linkId, client, email } as const
  const { txnId } = await createTxn(services, facts)
  return { txnId, number, expiresAt }
}

/** The code proved the address: it becomes a login of the account. */
export async function endEmailLogin(
  services: Services,
  { otp, txnId }: BodyOf<typeof addEmailLoginOtp>,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof addEmailLoginOtp>> {
  const { now, queries } = services
  await takeCodeRates(services, client)
  const txn = await readTxn(services, { txnId, jkt, kind: 'link' })
  if (txn.userId !== session.userId || txn.step !== 'code') throw codeRefused()
  await consumeCode(services, { txnId, purpose: 'link', otp, emailHmac: txn.emailHmac })
  const ended = await queries
    .update(txns)
    .set({ step: 'done' })
    .where(and(eq(txns.txnId, txnId), eq(txns.step, 'code'), gt(txns.expiresAt, now())))
    .returning()
  if (ended.length === 0) throw codeRefused()
  const email = await emailOf(services, txn)
  const added = await addLogin(services, session, {
    ...{ provider: 'email', subjects: emailHmacs(services, email) },
    ...{ email, isEmailTrusted: true, userName: undefined },
  })
  if (added.action === 'LINKED') return { id: added.id }
  throw new HttpError(403, 'action-not-allowed', 'This address belongs to another account')
}
