import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginSocialEnd } from '@foyer/protocol/login'
import type { SocialProfile } from '@foyer/protocol/social'
import { vaultProveLogin, vaultSendLink } from '@foyer/protocol/vault'
import { HttpError, sha256 } from '@foyer/server'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { isReplaced } from '../account/accountEmail.ts'
import type { Asker } from '../auth/asker.ts'
import type { Queries } from '../database/database.ts'
import { identities, socialTxns, txns, users } from '../database/schema.ts'
import { emailHmac, emailHmacs, hmacKeyId } from '../hashes.ts'
import { bindUser, findOrMakeDevice, issueTicket } from '../login/admitDevice.ts'
import { holdsWallet } from '../login/holdsWallet.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import { createTxn, emailOf, readTxn } from '../login/txn.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail, sealEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { ownPage } from './beginSocial.ts'
import { requireSocial } from './socials.ts'
import { openSecrets, openTxn, type SocialSecrets, takeStep } from './socialTxn.ts'

type Answer = ResponseOf<typeof loginSocialEnd>
/** The login, as far as the device and the site are concerned. */
type Login = {
  /** The login whose link was approved. */
  txnId?: string
  jkt: string
  projectId: string | null
  origin: string | null
  browser: string
  networkHmac: string
}

/**
 * Redeems the result of a social login, or completes one whose link was approved.
 * @throws HttpError 404 for a result that is used, expired or another device's; 403 `action-not-allowed` when the vault does not
 *   accept the login
 */
export async function endSocial(
  services: Services,
  body: BodyOf<typeof loginSocialEnd>,
  asker: Asker,
): Promise<Answer> {
  return 'result' in body
    ? redeemResult(services, body.result, asker)
    : completeApproved(services, body.txnId, asker)
}

async function redeemResult(services: Services, result: string, asker: Asker): Promise<Answer> {
  const { now, queries } = services
  const { jkt } = asker
  const which = [eq(socialTxns.resultHash, sha256(result)), eq(socialTxns.jkt, jkt)]
  const done = { step: 'done' as const, resultHash: null }
  const txn = await takeStep(queries, openTxn('result', now(), ...which), done)
  const secrets = await openSecrets(services, txn)
  await queries.delete(socialTxns).where(eq(socialTxns.txnId, txn.txnId))
  const { outcome } = secrets
  if (outcome === undefined || 'failed' in outcome)
    return { action: 'FAILED', reason: outcome?.failed ?? 'refused' }
  const { browser, provider } = txn
  const isOwn = txn.projectId === ownPage
  const [projectId, origin] = isOwn ? [null, null] : [txn.projectId, txn.origin]
  const { profile } = outcome
  const known = await findIdentity(queries, { provider, subject: profile.subject })
  const other = known ? undefined : await findOther(services, queries, profile)
  if (other) return { action: 'EXISTS', by: other.provider, email: profile.email ?? '' }
  const login = { jkt, browser, origin, projectId, networkHmac: txn.browserHash }
  const isLink = requireSocial(services.socials, provider).row.evidence.kind === 'link'
  if (!isLink) await prove(services, { jkt, provider, secrets, idToken: outcome.idToken ?? '' })
  else if (!(await needsNoLink(services, { userId: known?.userId, jkt })))
    return sendLink(services, { asker, login, profile, provider, userId: known?.userId })
  return complete(services, { login, profile, provider })
}

/** The vault verifies the token by itself. @throws HttpError 403 `action-not-allowed` when it refuses */
async function prove(
  { callVault, deviceApproval, log }: Services,
  {
    idToken,
    jkt,
    provider,
    secrets: { challenge, txn },
  }: { idToken: string; jkt: string; provider: string; secrets: SocialSecrets },
): Promise<void> {
  try {
    await callVault(vaultProveLogin, { provider, jkt, challenge, txn, idToken })
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

/** A provider that signs nothing: the vault mails a link to the user's address there, as for a login by email. */
async function sendLink(
  services: Services,
  {
    asker,
    login,
    profile,
    provider,
    userId,
  }: {
    asker: Asker
    login: Login
    profile: SocialProfile
    provider: string
    userId: string | undefined
  },
): Promise<Answer> {
  const { callVault, kms, loginOrigin } = services
  const { email } = profile
  if (email === undefined) return { action: 'FAILED', reason: 'no-email' }
  const { client, jkt } = asker
  const { origin, projectId } = login
  await takeMailRates(services, { client, emailHmac: emailHmac(services, email), projectId })
  const { ip, userAgent } = client
  const { expiresAt, linkId, number } = await callVault(vaultSendLink, {
    ...{ email, jkt, ...(userId !== undefined && { userId }) },
    requester: { ip, userAgent, origin: origin ?? loginOrigin },
  })
  const { emailBlob, emailKid } = await sealEmail(
    kms,
    `social:${linkId}`,
    JSON.stringify({ profile, provider }),
  )
  const { txnId } = await createTxn(services, {
    ...{ kind: 'social', step: 'device', jkt, projectId, origin, linkId, client, email },
    social: JSON.stringify({ emailKid, emailBlob }),
  })
  return { action: 'VERIFY_DEVICE', txnId, email, number, expiresAt }
}

async function completeApproved(
  services: Services,
  txnId: string,
  { jkt }: Asker,
): Promise<Answer> {
  const { kms, now, queries } = services
  const txn = await readTxn(services, { txnId, jkt, kind: 'social' })
  const [taken] = await queries
    .update(txns)
    .set({ step: 'done' })
    .where(and(eq(txns.txnId, txnId), eq(txns.step, 'code'), gt(txns.expiresAt, now())))
    .returning()
  if (!taken || txn.social === null)
    throw new HttpError(404, 'resource-not-found', 'The link was not approved')
  const { profile, provider } = JSON.parse(
    await openEmail(kms, `social:${txn.linkId}`, JSON.parse(txn.social)),
  ) as { profile: SocialProfile; provider: string }
  const email = await emailOf(services, txn)
  return complete(services, { login: txn, profile: { ...profile, email }, provider })
}

/** There is a user and a device, and the vault knows the evidence of the user. */
async function complete(
  services: Services,
  { login, profile, provider }: { login: Login; profile: SocialProfile; provider: string },
): Promise<Answer> {
  const { deviceApproval, mailer, now, queries, socials } = services
  const { jkt, txnId } = login
  const nowMs = now()
  const made = await queries.transaction(async (tx) => {
    const user = await findOrMakeUser(services, tx, { profile, provider, nowMs })
    if ('other' in user) return user
    const { userId } = user
    // The approval is this user's from now on: the device needs no second link.
    if (txnId !== undefined) await tx.update(txns).set({ userId }).where(eq(txns.txnId, txnId))
    return { ...user, ...(await findOrMakeDevice(tx, { txn: login, userId, nowMs })) }
  })
  const { email, subject, userName } = profile
  if ('other' in made) return { action: 'EXISTS', by: made.other, email: email ?? '' }
  const { deviceId, isBound, isNewDevice, isNewUser, userId } = made
  const isLink = requireSocial(socials, provider).row.evidence.kind === 'link'
  if (!isBound)
    await bindUser(
      services,
      deviceApproval === 'off'
        ? { kind: 'asserted', userId }
        : isLink
          ? { kind: 'email', userId, email: email ?? '', jkt }
          : {
              ...{ kind: 'social', userId, provider, subject, jkt },
              ...(profile.isEmailTrusted && email !== undefined && { email }),
            },
    )
  const amr = txnId === undefined ? provider : `${provider} link`
  const ticket = await issueTicket(services, { ...login, userId, deviceId, amr, nowMs })
  if (isNewDevice && !isNewUser && profile.isEmailTrusted && email !== undefined)
    mailer.send(mailOf('device-new', email, services.loginOrigin))
  return { action: 'CONNECT', ticket, email: email ?? null, userName: userName ?? null }
}

type Of = { provider: string; subject: string }

async function findIdentity(
  queries: Pick<Queries, 'select'>,
  { provider, subject }: Of,
): Promise<{ userId: string; boundAt: number | null } | undefined> {
  const [found] = await queries
    .select({ userId: users.userId, boundAt: users.boundAt })
    .from(identities)
    .innerJoin(users, eq(users.userId, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  return found
}

/**
 * Another account with this address, which both providers vouch for: it is not linked, since an address may have changed hands.
 * An address that the provider does not vouch for is compared with none. @source security 2.14
 */
async function findOther(
  services: Services,
  queries: Pick<Queries, 'select'>,
  { email, isEmailTrusted }: SocialProfile,
): Promise<{ provider: string } | undefined> {
  if (email === undefined || !isEmailTrusted) return undefined
  const hmacs = emailHmacs(services, email)
  const [found] = await queries
    .select({ provider: identities.provider })
    .from(identities)
    .where(
      or(
        and(eq(identities.provider, 'email'), inArray(identities.subject, hmacs)),
        inArray(identities.emailHmac, hmacs),
      ),
    )
    .limit(1)
  if (found) return found
  return (await isReplaced(services, queries, { email })) ? { provider: 'email' } : undefined
}

async function findOrMakeUser(
  services: Services,
  tx: Queries,
  { nowMs, profile, provider }: { profile: SocialProfile; provider: string; nowMs: number },
): Promise<{ userId: string; isNewUser: boolean; isBound: boolean } | { other: string }> {
  const { audit, hmacKey, kms } = services
  const { email, isEmailTrusted, subject, userName } = profile
  // Logins with the same address, by any two providers, one after the other.
  const key =
    email === undefined ? `${provider}:${subject}` : (emailHmacs(services, email).sort()[0] ?? '')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const known = await findIdentity(tx, { provider, subject })
  if (known) {
    const { boundAt, userId } = known
    await tx.update(users).set({ lastSeenAt: nowMs }).where(eq(users.userId, userId))
    return { userId, isNewUser: false, isBound: boundAt !== null }
  }
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
