import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { updateEmail, updateEmailPrimary, updateEmailSecondary } from '@foyer/protocol/login'
import { HttpError, sha256 } from '@foyer/server'
import { and, eq, gt, ne } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import type { Queries } from '../database/database.ts'
import { identities, txns, undos } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { codeRefused, consumeCode, newCode } from '../login/codes.ts'
import { takeCodeRates } from '../login/loginOtp.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import { createTxn, emailOf, endTxns, readTxn } from '../login/txn.ts'
import { mailOf } from '../mail/mails.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import { openEmail, randomText, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { requireOpen, type Session } from '../tokens/sessions.ts'
import { findEmail, isTaken, readAddresses } from './accountEmail.ts'
import { isWaking, lockUser, readUser } from './readAccount.ts'
import { askToMoveRecovery, readContact } from './recoveryContact.ts'
import { undoLifeMs } from './undoLife.ts'

/**
 * Starts a change of address: mails a code to the old one first, the freshest possible proof of the user. An account without an
 * address adds one at `/security`, by `beginEmailLogin`: a site could add its own to the account that logs in there.
 * @throws HttpError 403 `action-not-allowed` without an address
 */
export async function beginEmailChange(
  services: Services,
  { email }: BodyOf<typeof updateEmail>,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof updateEmail>> {
  const { kms, mailer, now, queries } = services
  const { userId } = session
  await refuseKeyAccount(services, userId)
  const old = await findEmail(queries, userId)
  if (!old)
    throw new HttpError(
      403,
      'action-not-allowed',
      'This account has no address to change: add one at Security',
    )
  if (emailHmacs(services, email).includes(old.subject))
    throw new HttpError(400, 'input-invalid', 'This is the address of the account already')
  // Said before any mail, as the next one.
  await refuseWaking({ now, queries }, userId)
  // Recovery could not follow this change.
  if ((await readContact(services, userId))?.next)
    throw new HttpError(409, 'change-conflict', 'The address was changed less than 24 hours ago')
  const asked = await openEmail(kms, userId, old)
  await takeMailRates(services, { client, emailHmac: emailHmac(services, asked), userId })
  const purpose = 'primary'
  // The transaction is about the new address from its first step on.
  const { txnId } = await createTxn(services, {
    kind: 'email-change',
    step: purpose,
    jkt,
    userId,
    client,
    email,
    allowedBy: old.subject,
  })
  const code = await newCode(services, queries, { txnId, purpose })
  mailer.send(mailOf('code-primary', asked, code, client.language))
  return { action: 'VERIFY_PRIMARY_OTP', txnId }
}

/**
 * Refuses a change of address for 72 hours after the account woke from a year: whoever bought the address with its domain could
 * otherwise replace it before the owner of the account's other logins has read of the login.
 * @throws HttpError 409 `change-conflict`
 */
async function refuseWaking(
  { now, queries }: { now: () => number; queries: Pick<Queries, 'select'> },
  userId: string,
): Promise<void> {
  if (isWaking(await readUser({ queries }, userId), now()))
    throw new HttpError(
      409,
      'change-conflict',
      'This account was not used for a year: try again later',
    )
}

/** Finds the current step of this user's change of address. */
async function readStep(
  services: Services,
  { step, txnId }: { txnId: string; step: 'primary' | 'secondary' },
  session: Session,
  { client, jkt }: Caller,
) {
  await takeCodeRates(services, client)
  const txn = await readTxn(services, { txnId, jkt, kind: 'email-change' })
  if (txn.userId !== session.userId || txn.step !== step) throw codeRefused()
  return txn
}

/** The old address allowed it: sends the new one its code. */
export async function provePrimary(
  services: Services,
  { otp, txnId }: BodyOf<typeof updateEmailPrimary>,
  session: Session,
  caller: Caller,
): Promise<ResponseOf<typeof updateEmailPrimary>> {
  const { audit, mailer, now, queries } = services
  const txn = await readStep(services, { txnId, step: 'primary' }, session, caller)
  await consumeCode(services, { txnId, purpose: 'primary', otp, emailHmac: txn.allowedBy ?? '' })
  await takeMailRates(services, { client: caller.client, emailHmac: txn.emailHmac })
  const code = await queries.transaction(async (tx) => {
    const moved = await tx
      .update(txns)
      .set({ step: 'secondary' })
      .where(and(eq(txns.txnId, txnId), eq(txns.step, 'primary'), gt(txns.expiresAt, now())))
      .returning()
    if (moved.length === 0) throw codeRefused()
    await audit(tx, { kind: 'email-change-allowed', userId: session.userId, txnId })
    return newCode(services, tx, { txnId, purpose: 'secondary' })
  })
  mailer.send(mailOf('code-secondary', await emailOf(services, txn), code, txn.language))
  return { action: 'VERIFY_SECONDARY_OTP' }
}

/**
 * The new address is proved: it becomes the account's, if the address that allowed it is still current. Ends every
 * other open change. Recovery uses the old address until it has approved the vault's own link; and the old one, and
 * every other address of the account, can undo the change for 72 hours.
 * @throws HttpError 403 `action-not-allowed` when the address has an account; only thrown after a code proved that the
 *   caller receives its mail
 */
export async function proveSecondary(
  services: Services,
  { otp, txnId }: BodyOf<typeof updateEmailSecondary>,
  session: Session,
  caller: Caller,
): Promise<ResponseOf<typeof updateEmailSecondary>> {
  const { audit, hmacKey, kms, loginOrigin, mailer, now, queries } = services
  const { userId } = session
  const txn = await readStep(services, { txnId, step: 'secondary' }, session, caller)
  await consumeCode(services, { txnId, purpose: 'secondary', otp, emailHmac: txn.emailHmac })
  const email = await emailOf(services, txn)
  const put = {
    subject: emailHmac(services, email),
    subjectKey: hmacKeyId(hmacKey),
    ...(await sealEmail(kms, userId, email)),
  }
  const token = randomText(32)
  const addresses = await readAddresses(services, userId)
  const old = await queries.transaction(async (tx) => {
    // Serializes the changes of a user, so that the value read here is the one replaced.
    await lockUser(tx, userId)
    await requireOpen(tx, session)
    await refuseWaking({ now, queries: tx }, userId)
    const nowMs = now()
    const before = await findEmail(tx, userId)
    if (!before) throw codeRefused()
    const beforeEmail = await openEmail(kms, userId, before)
    if (!emailHmacs(services, beforeEmail).includes(txn.allowedBy ?? '')) throw codeRefused()
    const moved = await tx
      .update(txns)
      .set({ step: 'done' })
      .where(and(eq(txns.txnId, txnId), eq(txns.step, 'secondary'), gt(txns.expiresAt, nowMs)))
      .returning()
    if (moved.length === 0) throw codeRefused()
    if (await isTaken(services, tx, { email, userId }))
      throw new HttpError(403, 'action-not-allowed', 'This address belongs to another account')
    const others = [eq(txns.userId, userId), eq(txns.kind, 'email-change'), ne(txns.txnId, txnId)]
    await endTxns(tx, and(...others), nowMs)
    const { emailBlob, emailKid, id, subject, subjectKey } = before
    await tx.update(identities).set(put).where(eq(identities.id, id))
    const replaced = { emailBlob, emailKid, subject, subjectKey }
    await tx
      .insert(undos)
      .values({ tokenHash: sha256(token), userId, ...replaced, expiresAt: nowMs + undoLifeMs })
    await audit(tx, { kind: 'email-changed', userId, txnId })
    return beforeEmail
  })
  const undo = `${loginOrigin}/undo#t=${token}`
  for (const to of new Set([old, ...addresses])) mailer.send(mailOf('email-changed', to, undo))
  // Runs after the transaction, so that only the successful one of concurrent changes reaches the vault.
  const asked = await askToMoveRecovery(services, {
    ...{ userId, email, client: caller.client },
    device: { jkt: caller.jkt, origin: session.origin },
  })
  return { email, ...(asked?.status === 'asked' && { number: asked.number }) }
}
