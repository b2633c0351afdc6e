import { Hono } from 'hono'
import { exportJWK, importPKCS8, SignJWT } from 'jose'

/**
 * The two routes with which users of your login open their wallet: your public keys, and a token for the page's `getToken`.
 *
 * @param parameters.privateKey - P-256, PKCS #8 as PEM: `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`
 * @param parameters.readUser - your own session: the id of the user, which must never change; undefined if nobody is logged in
 */
export async function createApp({
  audience,
  origin,
  privateKey,
  readUser,
}: {
  audience: string
  origin: string
  privateKey: string
  readUser: (request: Request) => string | undefined
}): Promise<Hono> {
  const key = await importPKCS8(privateKey, 'ES256', { extractable: true })
  const { crv, kty, x, y } = await exportJWK(key)
  const kid = 'wallet-1'
  const app = new Hono()
  app.get('/wallet/jwks', (c) => c.json({ keys: [{ kty, crv, x, y, kid, alg: 'ES256' }] }))
  app.post('/wallet/token', async (c) => {
    // A token opens a wallet: only your own pages may ask for one.
    if (c.req.header('Origin') !== origin) return c.json({ error: 'another origin' }, 403)
    const user = readUser(c.req.raw)
    if (user === undefined) return c.json({ error: 'not logged in' }, 401)
    const { nonce } = await c.req.json<{ nonce?: unknown }>()
    if (typeof nonce !== 'string' || !/^[\w-]{1,64}$/.test(nonce))
      return c.json({ error: 'nonce' }, 400)
    const token = await new SignJWT({ nonce })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(origin)
      .setAudience(audience)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(key)
    return c.json({ token }, { headers: { 'Cache-Control': 'no-store' } })
  })
  return app
}
