import { randomUUID } from 'node:crypto'
import { type BodyOf, errors, type ResponseOf } from '@foyer/protocol'
import type { loginOtp } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { and, eq, sql } from 'drizzle-orm'
import { isReplaced, notifyAll } from '../account/accountEmail.ts'
import type { Caller, Client } from '../auth/caller.ts'
import { takeClientRate } from '../auth/takeClientRate.ts'
import type { Queries } from '../database/database.ts'
import { identities, txns, users } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { findLockedLogin } from '../logins/findLogin.ts'
import { sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { bindUser, findOrMakeDevice, issueTicket } from './admitDevice.ts'
import { codeRefused, consumeCode } from './codes.ts'
import { greetUser } from './greetUser.ts'
import { emailOf, readTxn } from './txn.ts'

/** Counts one try of a code by its network. @throws HttpError 429 `limit-exceeded` */
export const takeCodeRates = (services: Services, client: Client): Promise<void> =>
  takeClientRate(services, client, { name: 'code', ...services.limits.codesOfClient })

/**
 * Completes a login: the code is right, there is a user and a device, and the vault knows the recovery contact of the
 * user.
 * @throws HttpError 400 `input-invalid`; 403 `email-replaced` for the address before a change, `login-held` for one that was added to an account that woke; 503 when the vault does not answer: the code is spent then
 */
export async function endLogin(
  services: Services,
  { otp, txnId }: BodyOf<typeof loginOtp>,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof loginOtp>> {
  const { now, queries } = services
  await takeCodeRates(services, client)
  const txn = await readTxn(services, { txnId, jkt, kind: 'login' })
  if (txn.step !== 'code') throw codeRefused()
  await consumeCode(services, { txnId, purpose: 'login', otp, emailHmac: txn.emailHmac })
  const email = await emailOf(services, txn)
  const nowMs = now()
  const found = await queries.transaction(async (tx) => {
    const user = await findOrMakeUser(services, tx, { email, nowMs })
    const { userId } = user
    // Gone if the device was revoked, or the user signed out everywhere, since the code.
    const ended = await tx
      .update(txns)
      .set({ step: 'done', userId })
      .where(and(eq(txns.txnId, txnId), eq(txns.step, 'code')))
      .returning({ txnId: txns.txnId })
    if (ended.length === 0) throw codeRefused()
    const device = await findOrMakeDevice(tx, { txn, userId, nowMs })
    const amr = txn.approvedAt === null ? 'otp' : 'otp link'
    const { deviceId } = device
    const ticket = await issueTicket(tx, { ...txn, userId, deviceId, amr, nowMs })
    return { ...device, ...user, ticket }
  })
  const { isBound, isNewDevice, isNewUser, ticket, userId } = found
  if (!isBound)
    await bindUser(
      services,
      services.deviceApproval === 'off'
        ? { kind: 'asserted', userId }
        : { kind: 'email', userId, email, jkt },
    )
  if (isNewDevice && !isNewUser)
    await notifyAll(services, userId, 'device-new', { language: txn.language })
  return { ticket }
}

async function findOrMakeUser(
  services: Services,
  tx: Queries,
  { email, nowMs }: { email: string; nowMs: number },
): Promise<{ userId: string; isNewUser: boolean; isBound: boolean }> {
  const { audit, hmacKey, kms } = services
  const subject = emailHmac(services, email)
  const hmacs = emailHmacs(services, email)
  const [least] = [...hmacs].sort()
  // A process with the keys in reverse order would create the same user under another subject.
  if (hmacs.length > 1)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${least}, 0))`)
  const find = () => findLockedLogin(tx, { provider: 'email', subjects: hmacs })
  const before = await find()
  if (before) return greet(before)
  const userId = randomUUID()
  // Two concurrent logins with a new address: one creates the user, the other waits here and finds it.
  const made = await tx
    .insert(identities)
    .values({
      id: randomUUID(),
      userId,
      provider: 'email',
      subject,
      subjectKey: hmacKeyId(hmacKey),
      ...(await sealEmail(kms, userId, email)),
      createdAt: nowMs,
    })
    .onConflictDoNothing()
    .returning()
  if (made.length === 1) {
    // Read after the insert, which waits for a running change of address.
    if (await isReplaced(services, tx, { email }))
      throw new HttpError(403, 'email-replaced', errors['email-replaced'][0])
    await tx.insert(users).values({ userId, createdAt: nowMs, lastSeenAt: nowMs })
    await audit(tx, { kind: 'user-made', userId, provider: 'email' })
    return { userId, isNewUser: true, isBound: false }
  }
  const known = await find()
  if (known) return greet(known)
  throw new HttpError(503, 'http-failed', 'Try again', { retryAfterMs: 1000 })

  async function greet({
    boundAt,
    heldUntil,
    userId,
  }: {
    userId: string
    boundAt: number | null
    heldUntil: number | null
  }) {
    if (heldUntil !== null && heldUntil > nowMs)
      throw new HttpError(403, 'login-held', errors['login-held'][0])
    await greetUser(tx, { userId, nowMs })
    return { userId, isNewUser: false, isBound: boundAt !== null }
  }
}
