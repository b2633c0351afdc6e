import { type Call, HttpError, isSame, readCallBody, sha256 } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { AuthorizationResponseError } from 'openid-client'
import { socialTxns } from '../database/schema.ts'
import { clientOf } from '../doors.ts'
import { languageOf } from '../pages/languageOf.ts'
import { endDocument, refusedDocument } from '../pages/socialPages.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { callbackUrl, cookieName, cookieOf } from './beginSocial.ts'
import { requireSocial } from './socials.ts'
import {
  browserHash,
  openSecrets,
  openTxn,
  putResult,
  type SocialOutcome,
  type SocialSecrets,
  type SocialTxn,
  sealSecrets,
  takeStep,
} from './socialTxn.ts'

/**
 * The provider's answer, in the browser that left for it. What fails before the login is known is told on a page of our own;
 * afterwards the site is told, by the result that only its frame can redeem.
 * @source security 2.10 step 4
 */
export async function answerCallback(c: Call, services: Services): Promise<Response> {
  const { now, queries } = services
  const social = requireSocial(services.socials, c.req.param('provider') ?? '')
  const { searchParams } = new URL(c.req.url)
  const stateHash = sha256(searchParams.get('state') ?? '')
  const [txn] = await queries
    .select()
    .from(socialTxns)
    .where(openTxn('away', now(), eq(socialTxns.stateHash, stateHash)))
  // Another provider's answer to this login is refused, and so is an answer in another browser.
  if (!txn || txn.provider !== social.name || !hasCookie(c, services, txn))
    return refused(c, services)
  if (txn.returnTo !== null && txn.browserHash !== browserHash(services, clientOf(c, services)))
    return refused(c, services)
  const taken = await takeStep(
    queries,
    openTxn('away', now(), eq(socialTxns.stateHash, stateHash)),
    {
      step: 'exchange',
      stateHash: null,
    },
  ).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  if (!taken) return refused(c, services)
  const secrets = await openSecrets(services, taken)
  const query = secrets.form === undefined ? searchParams : new URLSearchParams(secrets.form)
  const outcome = await readOutcome(services, { query, secrets, txn: taken })
  const result = randomText(16)
  await putResult(services, taken, { outcome, result, secrets })
  const cookie = cookieOf(services, taken.txnId, { value: '', maxAgeS: 0 })
  const answer = endDocument(services, { ...taken, result, language: languageOf(c) })
  answer.headers.append('Set-Cookie', cookie)
  return answer
}

/**
 * A callback that comes as a form from the provider's site brings no cookie: it is stored under its state, and the browser is sent
 * to a GET of our own, which brings it.
 */
export async function storeForm(c: Call, services: Services): Promise<Response> {
  const { now, queries } = services
  const social = requireSocial(services.socials, c.req.param('provider') ?? '')
  const type = c.req.header('Content-Type') ?? ''
  if (!social.row.isFormPost || !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new HttpError(405, 'request-invalid', 'This provider answers by a redirect')
  const text = new TextDecoder().decode(await readCallBody(c))
  const form = new URLSearchParams(text)
  // Its user field is not signed.
  form.delete('user')
  const state = form.get('state') ?? ''
  const [txn] = await queries
    .select()
    .from(socialTxns)
    .where(openTxn('away', now(), eq(socialTxns.stateHash, sha256(state))))
  if (!txn || txn.provider !== social.name) return refused(c, services)
  const secrets = await openSecrets(services, txn)
  if (secrets.form !== undefined) return refused(c, services)
  await queries
    .update(socialTxns)
    .set(await sealSecrets(services, txn.txnId, { ...secrets, form: form.toString() }))
    .where(eq(socialTxns.txnId, txn.txnId))
  const next = `${callbackUrl(services, social.name)}?${new URLSearchParams({ state })}`
  return new Response(null, { status: 303, headers: { Location: next } })
}

const refused = (c: Call, services: Services) => refusedDocument(services, languageOf(c))

function hasCookie(c: Call, services: Services, { cookieHash, txnId }: SocialTxn): boolean {
  const name = cookieName(services, txnId)
  const pairs = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && cookieHash !== null && isSame(sha256(value), cookieHash)
}

/** Exchanges the code. An error is logged without the provider's words, which may hold the user's data. */
async function readOutcome(
  services: Services,
  { query, secrets, txn }: { query: URLSearchParams; secrets: SocialSecrets; txn: SocialTxn },
): Promise<SocialOutcome> {
  const { log, metrics, socials } = services
  const { provider } = txn
  const redirectUri = callbackUrl(services, provider)
  const { nonce, state = '', verifier = '' } = secrets
  try {
    const user = await requireSocial(socials, provider).readUser(
      new URL(`${redirectUri}?${query}`),
      { nonce, redirectUri, state, verifier },
    )
    metrics.socials.inc({ provider, outcome: 'answered' })
    return user
  } catch (error) {
    const failed = failureOf(error, query)
    metrics.socials.inc({ provider, outcome: failed })
    const { code, name } = Object(error) as { code?: string; name?: string }
    log.warn({ provider, failed, reason: code ?? name }, 'a social login failed')
    return { failed }
  }
}

/** Errors of a provider that does not answer, or not in a way that can be read. */
const outages = [
  ...[
    'OAUTH_TIMEOUT',
    'OAUTH_PARSE_ERROR',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
  ],
]

function failureOf(error: unknown, query: URLSearchParams): 'cancelled' | 'provider' | 'refused' {
  if (error instanceof AuthorizationResponseError)
    return /denied|cancel/.test(query.get('error') ?? '') ? 'cancelled' : 'provider'
  const { cause, code, name } = Object(error) as { cause?: unknown; code?: string; name?: string }
  const isDown = outages.includes(code ?? '') || name === 'TimeoutError' || name === 'TypeError'
  if (isDown || (cause as { status?: number })?.status === 500) return 'provider'
  if (/^the provider answers/.test((error as Error).message)) return 'provider'
  return 'refused'
}
