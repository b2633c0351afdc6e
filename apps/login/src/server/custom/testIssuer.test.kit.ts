import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CustomLogin } from '@foyer/server/tokens'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** A site's own server: it signs tokens, and shows its public keys. */
export async function startTestIssuer() {
  const issuer = 'https://shop.example'
  const audience = 'foyer-wallet'
  const pair = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }]
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    audience,
    /** Its entry in CUSTOM_LOGINS. */
    login: (projectId: string, more: Partial<CustomLogin> = {}): CustomLogin => ({
      ...{ id: 'acme', projects: [projectId], issuer, audience, jwksUrl: `${url}/jwks` },
      ...{ algorithms: ['ES256'], nonce: 'required' },
      ...more,
    }),
    sign: (
      claims: JWTPayload,
      { alg = 'ES256', key = pair.privateKey, kid = 'k1', nowMs = Date.now() } = {},
    ) => {
      const iat = Math.floor(nowMs / 1000)
      return new SignJWT({ iss: issuer, aud: audience, iat, exp: iat + 300, ...claims })
        .setProtectedHeader({ alg, kid })
        .sign(key)
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
