import { createHash, randomBytes, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { readStyles } from '../readStyles.ts'
import { drawConsent, drawFormPost, drawRefusal, formScript } from './drawIdentity.ts'
import {
  applePublicKey,
  identityClientId,
  identityOrigin,
  identitySecret,
} from './identityClients.ts'
import { answerUser, claimsOf, type IdentityKind, identityKinds } from './identityKinds.ts'
import { type IdentityUser, identityName, identityUser } from './identityUsers.ts'
import { makeIdentityKeys, signIdToken } from './signIdToken.ts'
import { isWrongAnswer, type WrongAnswer, wrongUser } from './wrongAnswers.ts'

/** A code, until it is exchanged; and an access token, until the process ends. */
type Grant = {
  readonly kind: IdentityKind
  readonly user: IdentityUser
  readonly wrong: WrongAnswer
  readonly nonce: string | undefined
  readonly redirectUri: string
  readonly challenge: string
}

/** Longer than any client waits, ms. */
const slowMs = 60_000
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const policy = [
  ...["default-src 'none'", "style-src 'self' 'unsafe-inline'", "base-uri 'none'"],
  ...[
    "frame-ancestors 'none'",
    `script-src 'sha256-${createHash('sha256').update(formScript).digest('base64')}'`,
  ],
].join('; ')

/**
 * Creates the devnet's identity providers: each kind on a name of its own, with the endpoints, the authentication of clients and
 * the quirks of the real one, and with wrong answers on demand.
 *
 * @param options.redirectOrigin - the origin that codes may be sent to
 */
export async function createIdentityApp({
  now = Date.now,
  readPort,
  redirectOrigin,
}: {
  redirectOrigin: string
  readPort: () => number
  now?: () => number
}): Promise<Hono> {
  const css = await readStyles('identity/identity.css')
  const keys = makeIdentityKeys()
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const app = new Hono()
  const kindOf = (context: Context) => identityKinds.get(context.req.param('kind') ?? '')

  app.use(async (context, next) => {
    // Other host names are refused, so that DNS rebinding reaches nothing.
    const { hostname } = new URL(context.req.url)
    if (!/^(127\.0\.0\.1|localhost|\w+\.localhost)$/.test(hostname))
      return context.text('Open this page below localhost.', 421)
    await next()
    context.header('content-security-policy', policy)
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
  })
  app.use(bodyLimit({ maxSize: 16_384 }))
  app.get('/identity.css', (context) => context.body(css, 200, { 'content-type': 'text/css' }))

  app.get('/', (context) =>
    context.text(`Stand-ins for ${[...identityKinds.keys()].join(', ')}. Log in on a site.`),
  )
  app.get('/:kind/authorize', (context) => {
    const kind = kindOf(context)
    if (!kind) return context.notFound()
    const fields = context.req.query()
    const refused = refuse(kind, fields)
    if (refused) return context.html(drawRefusal(kind, refused), 400)
    const remembered = getCookie(context, `user-${kind.name}`)
    if (remembered !== undefined && identityName.test(remembered))
      return answer(context, kind, { fields, name: remembered, wrong: 'none' })
    return context.html(drawConsent(kind, new URL(redirectOrigin).host))
  })
  app.post('/:kind/authorize', async (context) => {
    const kind = kindOf(context)
    if (!kind) return context.notFound()
    const body = await context.req.parseBody()
    const read = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
    const fields = context.req.query()
    const refused = refuse(kind, fields)
    if (refused) return context.html(drawRefusal(kind, refused), 400)
    if (read('user') === 'cancel') return send(context, kind, fields, { error: 'access_denied' })
    const name = read('user') || read('typed') || 'ada'
    const wrong = read('wrong') || 'none'
    if (!identityName.test(name) || !isWrongAnswer(wrong))
      return context.html(drawRefusal(kind, 'There is no such account.'), 400)
    if (read('remember') === 'on') setCookie(context, `user-${kind.name}`, name, { path: '/' })
    return answer(context, kind, { fields, name, wrong })
  })
  app.post('/:kind/token', async (context) => {
    const kind = kindOf(context)
    if (!kind) return context.notFound()
    const body = await context.req.parseBody()
    const grant = codes.get(String(body.code))
    codes.delete(String(body.code))
    if (!isClient(context, kind, body)) return context.json({ error: 'invalid_client' }, 401)
    if (
      grant?.kind !== kind ||
      body.grant_type !== 'authorization_code' ||
      body.redirect_uri !== grant.redirectUri ||
      digest(String(body.code_verifier)) !== grant.challenge
    )
      return context.json({ error: 'invalid_grant' }, 400)
    const { nonce, user, wrong } = grant
    if (wrong === 'server-error') return context.json({ error: 'server_error' }, 500)
    if (wrong === 'slow') await waitLong(context)
    const access = randomBytes(24).toString('base64url')
    tokens.set(access, grant)
    const idToken =
      kind.isOpenId && wrong !== 'no-id-token'
        ? signIdToken(keys, {
            ...{ claims: claimsOf(kind, user), nonce, wrong },
            issuer: identityOrigin(kind.name, readPort()),
            audience: identityClientId(kind.name),
            secret: identitySecret(kind.name),
            nowMs: now(),
          })
        : undefined
    return context.json({
      ...{ access_token: access, token_type: 'bearer', expires_in: 3600 },
      ...(idToken !== undefined && { id_token: idToken }),
    })
  })
  app.get('/:kind/jwks', (context) => context.json(keys.jwks))
  app.get('/:kind/:path{user|emails}', (context) => {
    const kind = kindOf(context)
    const [, token = ''] = /^Bearer (.+)$/i.exec(context.req.header('Authorization') ?? '') ?? []
    const grant = tokens.get(token)
    if (!kind || grant?.kind !== kind) return context.json({ error: 'unauthorized' }, 401)
    const found = answerUser(kind, context.req.param('path'), grant.user)
    return found === undefined ? context.notFound() : context.json(found as object)
  })
  return app

  /** Says what a request lacks. */
  function refuse(
    { isFormPost, name }: IdentityKind,
    fields: Record<string, string>,
  ): string | undefined {
    if (fields.client_id !== identityClientId(name)) return 'This client is not registered.'
    if (fields.redirect_uri !== `${redirectOrigin}/oauth/callback/${name}`)
      return 'This address is not registered.'
    if (fields.response_type !== 'code' || !fields.state) return 'Only codes, with a state.'
    if (fields.code_challenge_method !== 'S256' || !fields.code_challenge)
      return 'A code_challenge is missing.'
    if (isFormPost && fields.response_mode !== 'form_post')
      return 'response_mode must be form_post.'
    return undefined
  }

  /** The user has consented. */
  function answer(
    context: Context,
    kind: IdentityKind,
    { fields, name, wrong }: { fields: Record<string, string>; name: string; wrong: WrongAnswer },
  ): Response | Promise<Response> {
    const code = randomBytes(24).toString('base64url')
    codes.set(code, {
      ...{
        kind,
        wrong,
        nonce: fields.nonce,
        user: wrongUser(wrong, identityUser(kind.name, name)),
      },
      ...{ redirectUri: fields.redirect_uri ?? '', challenge: fields.code_challenge ?? '' },
    })
    const state = wrong === 'other-state' ? { state: 'another' } : undefined
    const iss = wrong === 'other-provider' ? 'https://issuer.example' : undefined
    return send(context, kind, fields, { code, ...state, ...(iss !== undefined && { iss }) })
  }

  /** Sends the browser back. Discord names itself in its answers (RFC 9207). */
  function send(
    context: Context,
    kind: IdentityKind,
    { redirect_uri = '', state = '' }: Record<string, string>,
    answered: Record<string, string>,
  ): Response | Promise<Response> {
    const iss = kind.name === 'discord' ? { iss: identityOrigin(kind.name, readPort()) } : undefined
    const fields = new URLSearchParams({ state, ...iss, ...answered })
    if (!kind.isFormPost) return context.redirect(`${redirect_uri}?${fields}`, 303)
    fields.set('user', JSON.stringify({ email: 'not-signed@example.test' }))
    return context.html(drawFormPost(kind, { to: redirect_uri, fields }))
  }
}

/** Waits until the client gives up. */
async function waitLong(context: Context): Promise<void> {
  const { signal } = context.req.raw
  await sleep(slowMs, undefined, { ref: false, signal }).catch(() => {})
}

/** Checks the client's secret, in the place where this kind wants it. */
function isClient(
  context: Context,
  { name }: IdentityKind,
  body: Record<string, unknown>,
): boolean {
  const clientId = identityClientId(name)
  if (name === 'x' || name === 'telegram') {
    const pair = Buffer.from(`${clientId}:${identitySecret(name)}`).toString('base64')
    return context.req.header('Authorization') === `Basic ${pair}`
  }
  if (body.client_id !== clientId) return false
  const secret = String(body.client_secret)
  return name === 'apple' ? isAppleSecret(secret) : secret === identitySecret(name)
}

function isAppleSecret(token: string): boolean {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const text = Buffer.from(`${head}.${payload}`)
  const key = { key: applePublicKey(), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', text, key, Buffer.from(signature, 'base64url'))
}
