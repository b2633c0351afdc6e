import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { stepUp, stepUpOtp } from '@foyer/protocol/login'
import { eq } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { sessions, txns } from '../database/schema.ts'
import { emailHmac } from '../hashes.ts'
import { codeRefused, consumeCode, newCode } from '../login/codes.ts'
import { takeCodeRates } from '../login/loginOtp.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import { createTxn, readTxn } from '../login/txn.ts'
import { mailOf } from '../mail/mails.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { readEmail } from './accountEmail.ts'

/** @source security 2.5 */
export const stepUpLifeMs = 300_000

/** Mails a code that proves the user again. */
export async function beginStepUp(
  services: Services,
  { userId }: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof stepUp>> {
  await refuseKeyAccount(services, userId)
  const email = await readEmail(services, userId)
  await takeMailRates(services, { client, emailHmac: emailHmac(services, email), userId })
  const { txnId } = await createTxn(services, {
    kind: 'step-up',
    step: 'code',
    jkt,
    userId,
    client,
    email,
  })
  const code = await newCode(services, services.queries, { txnId, purpose: 'step-up' })
  services.mailer.send(mailOf('code-step-up', email, code, client.language))
  return { txnId }
}

/** Completes the step-up: for 5 min, this session may call endpoints that require one. */
export async function endStepUp(
  services: Services,
  { otp, txnId }: BodyOf<typeof stepUpOtp>,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof stepUpOtp>> {
  const { audit, now, queries } = services
  await takeCodeRates(services, client)
  const txn = await readTxn(services, { txnId, jkt, kind: 'step-up' })
  if (txn.step !== 'code' || txn.userId !== session.userId) throw codeRefused()
  await consumeCode(services, { txnId, purpose: 'step-up', otp, emailHmac: txn.emailHmac })
  const until = now() + stepUpLifeMs
  await queries.transaction(async (tx) => {
    await tx.update(txns).set({ step: 'done' }).where(eq(txns.txnId, txnId))
    await tx.update(sessions).set({ steppedUpUntil: until }).where(eq(sessions.sid, session.sid))
    await audit(tx, { kind: 'stepped-up', userId: session.userId, sid: session.sid })
  })
  return { until }
}
