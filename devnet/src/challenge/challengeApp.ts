import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { challengeCss, challengePage, challengeScript } from './challengePage.ts'

/** Time in which a token is accepted, ms. */
const lifeMs = 300_000

/** The devnet's stand-in for Turnstile or hCaptcha: a box to tick, and the server that verifies its tokens, once each. */
export type ChallengeApp = {
  readonly fetch: Hono['fetch']
  /** Makes a token as the page does for a ticked box. @param nonce - what the token is bound to */
  newToken(nonce: string): string
}

export function createChallengeApp({
  loginOrigin,
  now,
  secret,
}: {
  loginOrigin: string
  secret: string
  now: () => number
}): ChallengeApp {
  const tokens = new Map<string, { nonce: string; at: number }>()
  const newToken = (nonce: string) => {
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, { nonce, at: now() })
    return token
  }
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'`,
    )
    // The documents of the login site show only frames that say these two.
    context.header('cross-origin-embedder-policy', 'require-corp')
    context.header('cross-origin-resource-policy', 'cross-origin')
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
  })
  app.use(bodyLimit({ maxSize: 16_384 }))
  app.get('/', (context) => context.html(challengePage))
  app.get('/challenge.css', (context) =>
    context.body(challengeCss, 200, { 'content-type': 'text/css' }),
  )
  app.get('/challenge.js', (context) =>
    context.body(challengeScript(loginOrigin), 200, { 'content-type': 'text/javascript' }),
  )
  app.post('/token', async (context) => {
    const { nonce } = Object(await context.req.json().catch(() => null)) as { nonce?: unknown }
    return context.json({ token: newToken(String(nonce).slice(0, 64)) })
  })
  app.post('/siteverify', async (context) => {
    const body = await context.req.parseBody()
    if (body.secret !== secret) return refuse('invalid-input-secret')
    const found = tokens.get(String(body.response))
    if (!found) return refuse('invalid-input-response')
    tokens.delete(String(body.response))
    if (found.at < now() - lifeMs) return refuse('timeout-or-duplicate')
    return context.json({
      success: true,
      challenge_ts: new Date(found.at).toISOString(),
      hostname: 'challenge.localhost',
      cdata: found.nonce,
    })
  })
  return { fetch: app.fetch, newToken }
}

const refuse = (code: string) => Response.json({ success: false, 'error-codes': [code] })
