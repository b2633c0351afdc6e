import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as v from 'valibot'
import { drawProve, provePolicy } from './drawProve.ts'

const cookie = 'club'
/** A token is used at once. */
const tokenLife = '2m'

const loginBody = v.object({ name: v.pipe(v.string(), v.trim(), v.regex(/^[\w -]{1,40}$/)) })
const nonce = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const tokenBody = v.object({ nonce })

/**
 * The club's own login, which stands for the login that a site has already: it asks for a name only. Its members open their wallets
 * by it. Keys and logins end with the process.
 *
 * @param parameters.audience - the login site, which alone the tokens are for
 */
export function createClub({ audience, origin }: { audience: string; origin: string }): Hono {
  const keys = generateKeyPair('ES256')
  const kid = randomBytes(8).toString('hex')
  /** A token goes to the login site alone. */
  const proveQuery = v.object({
    nonce,
    return_to: v.pipe(
      v.string(),
      v.check((text) => URL.canParse(text) && new URL(text).origin === audience),
    ),
  })
  const members = new Map<string, string>()
  const app = new Hono()
  const memberOf = (c: Context) => members.get(getCookie(c, cookie) ?? '')

  app.get('/jwks', async (c) => {
    const { publicKey } = await keys
    return c.json({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] })
  })
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    // Another site's page could log its visitors in, or take a token for them.
    if (c.req.method === 'POST' && c.req.header('Origin') !== origin)
      return c.json({ error: 'Another site may not ask.' }, 403)
    await next()
  })
  app.get('/session', (c) => c.json({ name: memberOf(c) ?? null }))
  app.post('/login', async (c) => {
    const { output, success } = v.safeParse(loginBody, await readJson(c))
    if (!success) return c.json({ error: 'A name of 1 to 40 letters, please.' }, 400)
    const session = randomBytes(32).toString('hex')
    members.set(session, output.name)
    setCookie(c, cookie, session, { httpOnly: true, path: '/club', sameSite: 'Strict' })
    return c.json({ name: output.name })
  })
  app.post('/logout', (c) => {
    members.delete(getCookie(c, cookie) ?? '')
    return c.json({ name: null })
  })
  app.post('/wallet-token', async (c) => {
    const name = memberOf(c)
    if (name === undefined) return c.json({ error: 'Log in first.' }, 401)
    const { output, success } = v.safeParse(tokenBody, await readJson(c))
    if (!success) return c.json({ error: 'There is no nonce.' }, 400)
    return c.json({ token: await sign(name, output.nonce) })
  })

  // The login site's own pages come here for a fresh token, with the user: no script of another page could read it.
  app.get('/prove', (c) => {
    const { success } = v.safeParse(proveQuery, c.req.query())
    if (!success) return c.text('Begin again where you came from.', 400)
    return c.html(drawProve(), 200, provePolicy)
  })
  app.post('/prove', async (c) => {
    const { output: asked, success } = v.safeParse(proveQuery, c.req.query())
    if (!success) return c.text('Begin again where you came from.', 400)
    const back = (end: Record<string, string>) =>
      c.redirect(`${asked.return_to}#${new URLSearchParams(end)}`, 303)
    const body = await c.req.parseBody()
    if (body.cancel !== undefined) return back({ error: 'cancelled' })
    // A club with passwords would ask for it here.
    const name = v.safeParse(loginBody, body)
    if (!name.success) return c.html(drawProve(), 400, provePolicy)
    return back({ token: await sign(name.output.name, asked.nonce) })
  })
  return app

  async function sign(name: string, nonce: string): Promise<string> {
    const { privateKey } = await keys
    return new SignJWT({ nonce, name })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(origin)
      .setAudience(audience)
      .setSubject(name.toLowerCase().replaceAll(' ', '.'))
      .setIssuedAt()
      .setExpirationTime(tokenLife)
      .sign(privateKey)
  }
}

const readJson = (c: Context): Promise<unknown> => c.req.json().catch(() => undefined)
