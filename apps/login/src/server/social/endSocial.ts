import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginEmail, loginSocialEnd } from '@foyer/protocol/login'
import type { SocialProfile } from '@foyer/protocol/social'
import { vaultProveLogin } from '@foyer/protocol/vault'
import { HttpError, type PageLanguage, sha256 } from '@foyer/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { notifyAll } from '../account/accountEmail.ts'
import type { Caller } from '../auth/caller.ts'
import type { Queries } from '../database/database.ts'
import { identities, socialTxns, txns, users } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { bindUser, findOrMakeDevice, issueTicket } from '../login/admitDevice.ts'
import { type AskedWork, gateMail } from '../login/gateMail.ts'
import { greetUser } from '../login/greetUser.ts'
import { holdsWallet } from '../login/holdsWallet.ts'
import { createTxn, emailOf, readTxn } from '../login/txn.ts'
import { findLockedLogin, findLogin, findRemovedLogin } from '../logins/findLogin.ts'
import { link, requireSessionOf, stepUpBySocial } from '../logins/linkSocial.ts'
import { openEmail, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { ownPage } from './beginSocial.ts'
import { findOther } from './findOther.ts'
import { isSigned } from './isSigned.ts'
import {
  openSecrets,
  openTxn,
  resultLifeMs,
  type SocialSecrets,
  type SocialTxn,
  socialLifeMs,
  takeStep,
} from './socialTxn.ts'

type Answer = ResponseOf<typeof loginSocialEnd>
/** Work has no result yet, by which the device asks again. */
type Ended = Exclude<Answer, { action: 'WORK' }> | AskedWork
type Work = BodyOf<typeof loginEmail>['work']
/** The login, as far as the device and the site are concerned. */
type Login = {
  /** The login whose link was approved. */
  txnId?: string
  jkt: string
  projectId: string | null
  origin: string | null
  browser: string
  networkHmac: string
  /** Of its mails. @default 'en' */
  language?: PageLanguage | null
}

/**
 * Redeems the result of a social login, or completes one whose link was approved.
 * @throws HttpError 404 for a result that is used, expired or another device's; 403 `action-not-allowed` when the vault does not
 *   accept the login
 */
export async function endSocial(
  services: Services,
  body: BodyOf<typeof loginSocialEnd>,
  caller: Caller,
): Promise<Answer> {
  return 'result' in body
    ? redeemResult(services, body, caller)
    : completeApproved(services, body.txnId, caller)
}

async function redeemResult(
  services: Services,
  { result, work }: { result: string; work?: Work },
  caller: Caller,
): Promise<Answer> {
  const { now, queries } = services
  const { jkt } = caller
  const which = [eq(socialTxns.resultHash, sha256(result)), eq(socialTxns.jkt, jkt)]
  const done = { step: 'done' as const, resultHash: null }
  const txn = await takeStep(queries, openTxn('result', now(), ...which), done)
  const secrets = await openSecrets(services, txn)
  await queries.delete(socialTxns).where(eq(socialTxns.txnId, txn.txnId))
  const ended = await endWith(services, { caller, secrets, txn, work })
  if (ended.action !== 'WORK') return ended
  // Nothing has happened yet: the result is good once more, with the work.
  const expiresAt = Math.min(now() + resultLifeMs, txn.createdAt + 2 * socialLifeMs)
  const again = { step: 'result' as const, resultHash: sha256(result), expiresAt }
  await queries.insert(socialTxns).values({ ...txn, ...again })
  return { ...ended, result }
}

async function endWith(
  services: Services,
  {
    caller,
    secrets,
    txn,
    work,
  }: { caller: Caller; secrets: SocialSecrets; txn: SocialTxn; work: Work },
): Promise<Ended> {
  const { now, queries } = services
  const { jkt } = caller
  const { outcome } = secrets
  if (outcome === undefined || 'failed' in outcome)
    return { action: 'FAILED', reason: outcome?.failed ?? 'refused' }
  const { browser, provider } = txn
  const isOwn = txn.projectId === ownPage
  const [projectId, origin] = isOwn ? [null, null] : [txn.projectId, txn.origin]
  const { profile } = outcome
  const isLink = !isSigned(services, provider)
  const proof = { jkt, provider, secrets, idToken: outcome.idToken ?? '' }
  if (txn.purpose !== 'login') {
    const session = await requireSessionOf(services, { jkt, userId: txn.userId })
    if (!isLink) await prove(services, proof)
    if (txn.purpose === 'step-up') return stepUpBySocial(services, session, { profile, provider })
    if (!isLink || services.deviceApproval === 'off')
      return link(services, session, { profile, provider })
    const login = { jkt, browser, origin: null, projectId: null, networkHmac: txn.browserHash }
    return sendLink(services, { caller, login, profile, provider, work, linkTo: session.userId })
  }
  const name = { provider, subjects: [profile.subject] }
  const known = await findLogin(queries, name)
  if (known?.heldUntil && known.heldUntil > now()) return { action: 'FAILED', reason: 'held' }
  if (!known && (await findRemovedLogin(services, queries, name)))
    return { action: 'FAILED', reason: 'removed' }
  const other = known ? undefined : await findOther(services, queries, profile)
  if (other) return { action: 'EXISTS', by: other.provider, email: profile.email ?? '' }
  const { language } = caller.client
  const login = { jkt, browser, origin, projectId, networkHmac: txn.browserHash, language }
  if (!isLink) await prove(services, proof)
  else if (!(await needsNoLink(services, { userId: known?.userId, jkt }))) {
    // A thief who took the account at the provider over can set another address there.
    const email = known ? await readAddressOf(services, known) : profile.email
    const link = { caller, login, provider, work, userId: known?.userId }
    return sendLink(services, { ...link, profile: { ...profile, email } })
  }
  return complete(services, { login, profile, provider })
}

/** The address by which the vault knows a login whose provider signs nothing: the one that it had when it was added. */
async function readAddressOf(
  { kms, queries }: Services,
  { id, userId }: { id: string; userId: string },
): Promise<string | undefined> {
  const [row] = await queries.select().from(identities).where(eq(identities.id, id))
  return row && openEmail(kms, userId, row)
}

/** The vault verifies the token by itself. @throws HttpError 403 `action-not-allowed` when it refuses */
const prove = (
  services: Services,
  {
    idToken,
    jkt,
    provider,
    secrets: { challenge, txn },
  }: { idToken: string; jkt: string; provider: string; secrets: SocialSecrets },
): Promise<void> =>
  requireVaultProof(services, provider, () =>
    services.callVault(vaultProveLogin, { provider, jkt, challenge, txn, idToken }),
  )

/** Runs a call by which the vault verifies a login. @throws HttpError 403 `action-not-allowed` when it refuses */
export async function requireVaultProof(
  { deviceApproval, log }: Services,
  provider: string,
  call: () => Promise<unknown>,
): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'evidence-required') throw error
    if (deviceApproval === 'off') return
    log.warn(
      { error, provider },
      'the vault does not accept a social login: is it configured there?',
    )
    throw new HttpError(403, 'action-not-allowed', 'The vault does not accept this login')
  }
}

const needsNoLink = async (
  services: Services,
  { jkt, userId }: { jkt: string; userId: string | undefined },
): Promise<boolean> =>
  services.deviceApproval === 'off' ||
  (userId !== undefined && (await holdsWallet(services, { userId, jkt })))

/** A provider that signs nothing: the vault mails a link to the login's address, as for a login by email. */
async function sendLink(
  services: Services,
  {
    caller,
    linkTo,
    login,
    profile,
    provider,
    userId,
    work,
  }: {
    caller: Caller
    /** The account to which this login is added; undefined: it is a login. */
    linkTo?: string
    login: Login
    profile: SocialProfile
    provider: string
    userId?: string | undefined
    work: Work
  },
): Promise<Ended> {
  const { kms, loginOrigin } = services
  const { email } = profile
  if (email === undefined) return { action: 'FAILED', reason: 'no-email' }
  const { client, jkt } = caller
  const { origin, projectId } = login
  const gate = await gateMail(services, { client, email, jkt, kind: 'social', projectId, work })
  if ('action' in gate) return gate
  const { ip, userAgent } = client
  const sent = await gate.sendLink({
    ...(userId !== undefined && { userId }),
    requester: { ip, userAgent, origin: origin ?? loginOrigin, language: client.language },
  })
  if ('action' in sent) return sent
  const { expiresAt, linkId, number } = sent
  const { emailBlob, emailKid } = await sealEmail(
    kms,
    `social:${linkId}`,
    JSON.stringify({ profile, provider }),
  )
  const { txnId } = await createTxn(services, {
    ...{ kind: 'social', step: 'device', jkt, projectId, origin, linkId, client, email },
    ...(linkTo !== undefined && { userId: linkTo }),
    social: JSON.stringify({ emailKid, emailBlob }),
  })
  return { action: 'VERIFY_DEVICE', txnId, email, number, expiresAt }
}

const notApproved = () => new HttpError(404, 'resource-not-found', 'The link was not approved')

async function completeApproved(
  services: Services,
  txnId: string,
  { jkt }: Caller,
): Promise<Answer> {
  const { kms, now, queries } = services
  const txn = await readTxn(services, { txnId, jkt, kind: 'social' })
  const [taken] = await queries
    .update(txns)
    .set({ step: 'done' })
    .where(and(eq(txns.txnId, txnId), eq(txns.step, 'code'), gt(txns.expiresAt, now())))
    .returning()
  if (!taken || txn.social === null) throw notApproved()
  const { profile, provider } = JSON.parse(
    await openEmail(kms, `social:${txn.linkId}`, JSON.parse(txn.social)),
  ) as { profile: SocialProfile; provider: string }
  const email = await emailOf(services, txn)
  if (txn.userId !== null) {
    const session = await requireSessionOf(services, { jkt, userId: txn.userId })
    return link(services, session, { profile: { ...profile, email }, provider })
  }
  return complete(services, { login: txn, profile: { ...profile, email }, provider })
}

/** There is a user and a device, and the vault knows the evidence of the user. */
export async function complete(
  services: Services,
  { login, profile, provider }: { login: Login; profile: SocialProfile; provider: string },
): Promise<Answer> {
  const { deviceApproval, now, queries } = services
  const { jkt, txnId } = login
  const nowMs = now()
  const made = await queries.transaction(async (tx) => {
    const user = await findOrMakeUser(services, tx, { profile, provider, nowMs })
    if ('other' in user || 'failed' in user) return user
    const { userId } = user
    // The approval is this user's from now on: the device needs no second link.
    if (txnId !== undefined) {
      const own = eq(txns.txnId, txnId)
      const approved = await tx
        .update(txns)
        .set({ userId })
        .where(own)
        .returning({ txnId: txns.txnId })
      // Gone if the device was revoked since.
      if (approved.length === 0) throw notApproved()
    }
    const device = await findOrMakeDevice(tx, { txn: login, userId, nowMs })
    const { deviceId } = device
    const amr = txnId === undefined ? provider : `${provider} link`
    const ticket = await issueTicket(tx, { ...login, userId, deviceId, amr, nowMs })
    return { ...user, ...device, ticket }
  })
  const { email, subject, userName } = profile
  if ('failed' in made) return { action: 'FAILED', reason: made.failed }
  if ('other' in made) return { action: 'EXISTS', by: made.other, email: email ?? '' }
  const { isBound, isNewDevice, isNewUser, ticket, userId } = made
  if (!isBound)
    await bindUser(
      services,
      deviceApproval === 'off'
        ? { kind: 'asserted', userId }
        : !isSigned(services, provider)
          ? { kind: 'email', userId, email: email ?? '', jkt }
          : {
              ...{ kind: 'social', userId, provider, subject, jkt },
              ...(profile.isEmailTrusted && email !== undefined && { email }),
            },
    )
  if (isNewDevice && !isNewUser) {
    // The address at the provider may be the user's new one, or one that a thief has set there.
    const also = profile.isEmailTrusted && email !== undefined ? [email] : []
    await notifyAll(services, userId, 'device-new', { also, language: login.language })
  }
  return { action: 'CONNECT', ticket, email: email ?? null, userName: userName ?? null }
}

async function findOrMakeUser(
  services: Services,
  tx: Queries,
  { nowMs, profile, provider }: { profile: SocialProfile; provider: string; nowMs: number },
): Promise<
  | { userId: string; isNewUser: boolean; isBound: boolean }
  | { other: string }
  | { failed: 'held' | 'removed' }
> {
  const { audit, hmacKey, kms } = services
  const { email, isEmailTrusted, subject, userName } = profile
  // Logins with the same address, by any two providers, one after the other.
  const key =
    email === undefined ? `${provider}:${subject}` : (emailHmacs(services, email).sort()[0] ?? '')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const name = { provider, subjects: [subject] }
  const known = await findLockedLogin(tx, name)
  if (known) {
    const { boundAt, heldUntil, userId } = known
    if (heldUntil !== null && heldUntil > nowMs) return { failed: 'held' }
    await greetUser(tx, { userId, nowMs })
    return { userId, isNewUser: false, isBound: boundAt !== null }
  }
  if (await findRemovedLogin(services, tx, name)) return { failed: 'removed' }
  const other = await findOther(services, tx, profile)
  if (other) return { other: other.provider }
  const userId = randomUUID()
  const made = await tx
    .insert(identities)
    .values({
      ...{ id: randomUUID(), userId, provider, subject, subjectKey: hmacKeyId(hmacKey) },
      emailHmac: isEmailTrusted && email !== undefined ? emailHmac(services, email) : null,
      ...(await sealEmail(kms, userId, email ?? '')),
      userName: userName ?? null,
      createdAt: nowMs,
    })
    .onConflictDoNothing()
    .returning()
  if (made.length === 0)
    throw new HttpError(503, 'http-failed', 'Try again', { retryAfterMs: 1000 })
  await tx.insert(users).values({ userId, createdAt: nowMs, lastSeenAt: nowMs })
  await audit(tx, { kind: 'user-made', userId, provider })
  return { userId, isNewUser: true, isBound: false }
}
