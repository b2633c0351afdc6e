import {
  type BodyOf,
  type ResponseOf,
  type updateEmail,
  type updateEmailPrimary,
  type updateEmailSecondary,
  vaultChangeContact,
} from '@foyer/protocol'
import { HttpError, refuse, sha256 } from '@foyer/server'
import { and, eq, inArray } from 'drizzle-orm'
import type { Asker } from '../auth/asker.ts'
import { identities, txns, undos } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { codeRefused, newCode, takeCode } from '../login/codes.ts'
import { takeCodeRates } from '../login/loginOtp.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import { createTxn, emailOf, readTxn } from '../login/txn.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail, randomText, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { findEmail } from './accountEmail.ts'

/** How fresh the login, or the step-up, must be where no old address is asked. @source security 2.12 */
const freshMs = 900_000
/** @source security 2.12 */
export const undoLifeMs = 259_200_000

function requireFresh({ authAt, steppedUpUntil }: Session, nowMs: number): void {
  if (authAt > nowMs - freshMs || (steppedUpUntil ?? 0) > nowMs) return
  refuse('step-up-required', 'The login is too old for this: log in again, or prove yourself')
}

/** Begins a change of address: the old address is asked first, where there is one. */
export async function beginEmailChange(
  services: Services,
  { email }: BodyOf<typeof updateEmail>,
  session: Session,
  { client, jkt }: Asker,
): Promise<ResponseOf<typeof updateEmail>> {
  const { kms, mailer, now, queries } = services
  const { userId } = session
  const old = await findEmail(queries, userId)
  // The code to the old address is as fresh a proof as there is; without one the login has to be young.
  if (!old) requireFresh(session, now())
  if (old && emailHmacs(services, email).includes(old.subject))
    throw new HttpError(400, 'input-invalid', 'This is the address of the account already')
  const asked = old ? await openEmail(kms, userId, old) : email
  await takeMailRates(services, { client, emailHmac: emailHmac(services, asked) })
  const purpose = old ? 'primary' : 'secondary'
  // The transaction is about the new address from its first step on.
  const { txnId } = await createTxn(services, {
    kind: 'email-change',
    step: purpose,
    jkt,
    userId,
    client,
    email,
  })
  const code = await newCode(services, queries, { txnId, purpose })
  mailer.send(mailOf(`code-${purpose}`, asked, code))
  return { action: old ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP', txnId }
}

/** A step of a change that is this user's and whose turn it is. */
async function readStep(
  services: Services,
  { step, txnId }: { txnId: string; step: 'primary' | 'secondary' },
  session: Session,
  { client, jkt }: Asker,
) {
  await takeCodeRates(services, client)
  const txn = await readTxn(services, { txnId, jkt, kind: 'email-change' })
  if (txn.userId !== session.userId || txn.step !== step) throw codeRefused()
  return txn
}

/** The old address allowed it: the new one gets its code. */
export async function provePrimary(
  services: Services,
  { otp, txnId }: BodyOf<typeof updateEmailPrimary>,
  session: Session,
  asker: Asker,
): Promise<ResponseOf<typeof updateEmailPrimary>> {
  const { audit, mailer, queries } = services
  const txn = await readStep(services, { txnId, step: 'primary' }, session, asker)
  const old = await findEmail(queries, session.userId)
  await takeCode(services, { txnId, purpose: 'primary', otp, emailHmac: old?.subject ?? '' })
  await takeMailRates(services, { client: asker.client, emailHmac: txn.emailHmac })
  const code = await queries.transaction(async (tx) => {
    const moved = await tx
      .update(txns)
      .set({ step: 'secondary' })
      .where(and(eq(txns.txnId, txnId), eq(txns.step, 'primary')))
      .returning()
    if (moved.length === 0) throw codeRefused()
    await audit(tx, { kind: 'email-change-allowed', userId: session.userId, txnId })
    return newCode(services, tx, { txnId, purpose: 'secondary' })
  })
  mailer.send(mailOf('code-secondary', await emailOf(services, txn), code))
  return { action: 'VERIFY_SECONDARY_OTP' }
}

/**
 * The new address is proved: it is the account's. The vault keeps the old one until that one has approved the vault's own
 * link; and the old one can take the change back for 72 hours.
 *
 * @throws HttpError 403 `action-not-allowed` when the address has an account: only said to who holds it
 */
export async function proveSecondary(
  services: Services,
  { otp, txnId }: BodyOf<typeof updateEmailSecondary>,
  session: Session,
  asker: Asker,
): Promise<ResponseOf<typeof updateEmailSecondary>> {
  const { audit, callVault, hmacKey, kms, loginOrigin, mailer, now, queries } = services
  const { userId } = session
  const txn = await readStep(services, { txnId, step: 'secondary' }, session, asker)
  await takeCode(services, { txnId, purpose: 'secondary', otp, emailHmac: txn.emailHmac })
  const email = await emailOf(services, txn)
  const found = { subject: emailHmac(services, email), subjectKey: hmacKeyId(hmacKey) }
  const [taken] = await queries
    .select()
    .from(identities)
    .where(
      and(
        eq(identities.provider, 'email'),
        inArray(identities.subject, emailHmacs(services, email)),
      ),
    )
  const refused = () =>
    new HttpError(403, 'action-not-allowed', 'This address belongs to another account')
  if (taken) throw refused()
  const { ip, userAgent } = asker.client
  // The vault first: an address that it was not asked about would be one that recovery never takes.
  const { number } = await callVault(vaultChangeContact, {
    userId,
    email,
    jkt: asker.jkt,
    requester: { ip, userAgent, origin: session.origin ?? loginOrigin },
  })
  const token = randomText(32)
  const old = await queries.transaction(async (tx) => {
    const before = await findEmail(tx, userId)
    const sealed = await sealEmail(kms, userId, email)
    const moved = await tx
      .update(txns)
      .set({ step: 'done' })
      .where(and(eq(txns.txnId, txnId), eq(txns.step, 'secondary')))
      .returning()
    if (moved.length === 0) throw codeRefused()
    if (before) {
      await tx
        .update(identities)
        .set({ ...found, ...sealed })
        .where(eq(identities.id, before.id))
      await tx.insert(undos).values({
        tokenHash: sha256(token),
        userId,
        emailKid: before.emailKid,
        emailBlob: before.emailBlob,
        nextSubject: found.subject,
        expiresAt: now() + undoLifeMs,
      })
    } else
      await tx.insert(identities).values({
        id: crypto.randomUUID(),
        userId,
        provider: 'email',
        ...found,
        ...sealed,
        createdAt: now(),
      })
    await audit(tx, { kind: 'email-changed', userId, txnId })
    return before && openEmail(kms, userId, before)
  })
  if (old !== undefined) mailer.send(mailOf('email-changed', old, `${loginOrigin}/undo#t=${token}`))
  return { email, number }
}
