import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginEmail } from '@foyer/protocol/login'
import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { devices, identities, txns, users } from '../database/schema.ts'
import { emailHmacs } from '../hashes.ts'
import { mailOf } from '../mail/mails.ts'
import type { Services } from '../services.ts'
import { findSession } from '../tokens/sessions.ts'
import { hasManyWrongCodes, newCode } from './codes.ts'
import { gateMail } from './gateMail.ts'
import { holdsWallet } from './holdsWallet.ts'
import { createTxn, txnLifeMs } from './txn.ts'

type Answer = ResponseOf<typeof loginEmail>

/**
 * Begins a login. What is answered depends on this device's own past with the address, and on nothing that another
 * device could learn from it.
 *
 * @throws HttpError 401, 403 for a project or an origin that may not; 429 `email-throttled`, `limit-exceeded`
 * @source security 2.9; spec 4.5
 */
export async function beginLogin(
  services: Services,
  { email, site, work }: BodyOf<typeof loginEmail>,
  { client, jkt }: Caller,
): Promise<Answer> {
  const { loginOrigin, mailer, metrics, projects, queries } = services
  if (site) await projects.admit(site.projectId, site.origin)
  const projectId = site?.projectId ?? null
  const origin = site?.origin ?? null
  const hmacs = emailHmacs(services, email)
  if (await isLoggedIn(services, { hmacs, jkt, origin, projectId })) return { action: 'CONNECT' }
  const gate = await gateMail(services, { client, email, jkt, kind: 'login', projectId, work })
  if ('action' in gate) return gate
  const facts = { kind: 'login', jkt, projectId, origin, client, email } as const
  if (await isApproved(services, { hmacs, jkt })) {
    const { txnId } = await createTxn(services, { ...facts, step: 'code' })
    const code = await newCode(services, queries, { txnId, purpose: 'login' })
    mailer.send(mailOf('code-login', email, code, client.language))
    metrics.logins.inc({ action: 'VERIFY_OTP' })
    return { action: 'VERIFY_OTP', txnId }
  }
  const { ip, userAgent } = client
  const [own] = await queries
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, 'email'), inArray(identities.subject, hmacs)))
  const sent = await gate.sendLink({
    ...own,
    requester: { ip, userAgent, origin: origin ?? loginOrigin, language: client.language },
  })
  if ('action' in sent) return sent
  const { expiresAt, linkId, number } = sent
  const { txnId } = await createTxn(services, { ...facts, step: 'device', linkId })
  metrics.logins.inc({ action: 'VERIFY_DEVICE' })
  return { action: 'VERIFY_DEVICE', txnId, number, expiresAt }
}

async function isLoggedIn(
  services: Services,
  {
    hmacs,
    jkt,
    origin,
    projectId,
  }: { jkt: string; hmacs: readonly string[]; origin: string | null; projectId: string | null },
): Promise<boolean> {
  const session = await findSession(services, jkt)
  // A session is valid for the site it was made on.
  if (session?.origin !== origin || session.projectId !== projectId) return false
  const [own] = await services.queries
    .select()
    .from(identities)
    .where(
      and(
        eq(identities.userId, session.userId),
        eq(identities.provider, 'email'),
        inArray(identities.subject, [...hmacs]),
      ),
    )
  return own !== undefined && (await holdsWallet(services, { userId: session.userId, jkt }))
}

/**
 * Tells whether this device needs no link: it is one of this address's user, or the link to this address was approved
 * for it recently (a resent code), unless someone is guessing codes.
 */
async function isApproved(
  services: Services,
  { hmacs, jkt }: { hmacs: readonly string[]; jkt: string },
): Promise<boolean> {
  const { deviceApproval, now, queries } = services
  const hasGuesses = await hasManyWrongCodes(services, hmacs)
  if (deviceApproval === 'off') return !hasGuesses
  const [recent] = await queries
    .select()
    .from(txns)
    .where(
      and(
        eq(txns.jkt, jkt),
        eq(txns.kind, 'login'),
        inArray(txns.emailHmac, [...hmacs]),
        isNotNull(txns.approvedAt),
        gt(txns.approvedAt, now() - txnLifeMs),
      ),
    )
    .orderBy(desc(txns.createdAt))
    .limit(1)
  const [known] = await queries
    .select({ userId: devices.userId })
    .from(devices)
    .innerJoin(users, eq(users.userId, devices.userId))
    .innerJoin(identities, eq(identities.userId, devices.userId))
    .where(
      and(
        eq(devices.jkt, jkt),
        isNull(devices.revokedAt),
        eq(identities.provider, 'email'),
        inArray(identities.subject, [...hmacs]),
        // Whom the vault does not know yet needs the vault's link.
        isNotNull(users.boundAt),
      ),
    )
  if (hasGuesses) return false
  return (
    recent !== undefined ||
    (known !== undefined && (await holdsWallet(services, { userId: known.userId, jkt })))
  )
}
