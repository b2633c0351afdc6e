import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type {
  LoginPurpose,
  loginSocial,
  loginSocialBind,
  loginSocialOpen,
} from '@foyer/protocol/login'
import { HttpError, sha256 } from '@foyer/server'
import { eq, ne } from 'drizzle-orm'
import type { Caller, Client } from '../auth/caller.ts'
import { socialTxns } from '../database/schema.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { requireSession, requireStepUp } from '../tokens/sessions.ts'
import { requireSocial } from './socials.ts'
import {
  browserHash,
  createSocialTxn,
  openSecrets,
  openTxn,
  sealSecrets,
  socialLifeMs,
  takeStep,
} from './socialTxn.ts'

/** Where a provider sends the user back: one address per provider, so that one's answer is never taken for another's. */
export const callbackUrl = ({ loginOrigin }: Pick<Services, 'loginOrigin'>, provider: string) =>
  `${loginOrigin}/oauth/callback/${provider}`

/** Path of the provider's answer. */
export const callbackPath = '/oauth/callback/:provider'
/** The project of a login on a page of the login site itself. */
export const ownPage = ''
/** Path of the page that leaves for the provider; the transaction is in its fragment. */
export const startPath = '/oauth/start'

/**
 * Starts a social login of a device.
 * @throws HttpError 401 `unauthorized`, 403 `step-up-required` for a login to add; 403 `action-not-allowed` for a page that may not leave and come back, `unauthorized` for a project or an origin
 *   that may not; 404 for a provider that is not configured
 */
export async function beginSocial(
  services: Services,
  { provider, purpose, returnTo, site }: BodyOf<typeof loginSocial>,
  caller: Caller,
): Promise<ResponseOf<typeof loginSocial>> {
  const { firstPartyProjects, loginOrigin, projects, socials } = services
  const { row } = requireSocial(socials, provider)
  if (site) await projects.admit(site.projectId, site.origin)
  const pageOrigin = site?.origin ?? loginOrigin
  if (site && returnTo !== undefined && !firstPartyProjects.has(site.projectId))
    throw new HttpError(403, 'action-not-allowed', 'This site may not leave for the login')
  if (!site) requireOwnReturn(services, returnTo ?? '')
  const back = returnTo === undefined ? null : pageOf(returnTo, pageOrigin)
  const userId =
    purpose === undefined
      ? null
      : await requireUser(services, { jkt: caller.jkt, purpose, isOwnPage: !site })
  const { txnId } = await createSocialTxn(services, {
    ...{
      caller,
      provider,
      purpose: purpose ?? 'login',
      userId,
      isSigned: row.evidence.kind === 'id_token',
    },
    ...{ projectId: site?.projectId ?? ownPage, origin: pageOrigin, returnTo: back },
  })
  return { txnId, uri: `${loginOrigin}${startPath}#${txnId}` }
}

/**
 * The user for whom a login at a provider is made, on a page of the login site alone.
 * @throws HttpError 401 `unauthorized`; 403 `action-not-allowed`, `step-up-required`
 */
export async function requireUser(
  services: Services,
  { isOwnPage, jkt, purpose }: { jkt: string; purpose: LoginPurpose; isOwnPage: boolean },
): Promise<string> {
  if (!isOwnPage)
    throw new HttpError(403, 'action-not-allowed', 'Logins are changed at the login site')
  const session = await requireSession(services, jkt)
  await refuseKeyAccount(services, session.userId)
  if (purpose === 'link') requireStepUp(session, services.now())
  return session.userId
}

/** Only a page of the login site that has a login. @throws HttpError 400 `params-invalid` */
export function requireOwnReturn(
  { loginOrigin }: Pick<Services, 'loginOrigin'>,
  returnTo: string,
): void {
  if (!/^\/(security|export)$/.test(new URL(pageOf(returnTo, loginOrigin)).pathname))
    throw new HttpError(400, 'params-invalid', 'returnTo: must be a page with a login')
}

/**
 * The page of the origin that the frame's handshake attested, without a query and a fragment: those are the caller's, who could lead
 * the result through a redirect of the site to another one.
 * @throws HttpError 400 `params-invalid`
 * @source T62
 */
function pageOf(returnTo: string, origin: string): string {
  const url = URL.canParse(returnTo) ? new URL(returnTo) : undefined
  const isOwn = url?.origin === origin && url.href.startsWith(`${origin}/`)
  if (isOwn && url.username === '' && url.password === '') return `${origin}${url.pathname}`
  throw new HttpError(400, 'params-invalid', 'returnTo: must be an address of this site')
}

/** The frame attests the window that its page opened, before anything is sent to a provider. */
export async function bindSocial(
  { now, queries }: Services,
  { challenge, txnId }: BodyOf<typeof loginSocialBind>,
  { jkt }: Caller,
): Promise<ResponseOf<typeof loginSocialBind>> {
  const which = openTxn('new', now(), eq(socialTxns.txnId, txnId), eq(socialTxns.jkt, jkt))
  await takeStep(queries, which, { step: 'bound', boundHash: sha256(challenge) })
  return {}
}

/** The cookie of one login, which only the browser that left for the provider has. */
export const cookieName = ({ loginOrigin }: Pick<Services, 'loginOrigin'>, txnId: string) =>
  // Browsers accept the prefix over https only; on localhost there is no other host to protect from.
  `${loginOrigin.startsWith('https:') ? '__Host-' : ''}oauth-${txnId}`

export const cookieOf = (
  services: Pick<Services, 'loginOrigin'>,
  txnId: string,
  { maxAgeS, value }: { value: string; maxAgeS: number },
) =>
  [
    `${cookieName(services, txnId)}=${value}`,
    ...['Path=/', `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax'],
    ...(services.loginOrigin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/**
 * The window leaves for the provider: only the one that the frame attested, or, where the page itself leaves, only from the browser
 * and network that began the login.
 * @source security 2.10 step 3, T63, T66
 */
export async function openSocial(
  services: Services,
  { challenge, txnId }: BodyOf<typeof loginSocialOpen>,
  client: Client,
): Promise<Response> {
  const { now, queries, socials } = services
  const [state, verifier, cookie] = [randomText(32), randomText(48), randomText(32)]
  const which =
    challenge === undefined
      ? openTxn(
          'new',
          now(),
          eq(socialTxns.txnId, txnId),
          ne(socialTxns.returnTo, ''),
          eq(socialTxns.browserHash, browserHash(services, client)),
        )
      : openTxn(
          'bound',
          now(),
          eq(socialTxns.txnId, txnId),
          eq(socialTxns.boundHash, sha256(challenge)),
        )
  const hashes = { stateHash: sha256(state), cookieHash: sha256(cookie) }
  const txn = await takeStep(queries, which, { step: 'away', ...hashes })
  const secrets = { ...(await openSecrets(services, txn)), state, verifier }
  await queries
    .update(socialTxns)
    .set(await sealSecrets(services, txnId, secrets))
    .where(eq(socialTxns.txnId, txnId))
  const social = requireSocial(socials, txn.provider)
  const redirectUri = callbackUrl(services, txn.provider)
  const url = await social.authorizeUrl({ redirectUri, state, verifier, nonce: secrets.nonce })
  const maxAgeS = socialLifeMs / 1000
  return Response.json(
    { url },
    { headers: { 'Set-Cookie': cookieOf(services, txnId, { value: cookie, maxAgeS }) } },
  )
}
