import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpError } from '@foyer/server'
import type { CustomLogin } from '@foyer/server/tokens'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVerifyIdToken } from './socials.ts'

const issuer = 'https://issuer.example'
const clientId = 'client-1'
const nonce = 'n-1'
const nowMs = 1_800_000_000_000
const now = nowMs / 1000
const good = { iss: issuer, aud: clientId, sub: 'user-1', nonce, iat: now, exp: now + 3600 }
let own: CryptoKey
let other: CryptoKey
let stop: () => Promise<void>
let verify: ReturnType<typeof createVerifyIdToken>
const server = createServer()

beforeAll(async () => {
  const options = { extractable: true }
  const [pair, second] = [await generateKeyPair('RS256', options), await generateKeyPair('RS256')]
  own = pair.privateKey
  other = second.privateKey
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }]
  server.on('request', (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  stop = () => new Promise((resolve) => server.close(() => resolve()))
  const google = { clientId, issuer, jwksUrl: `http://127.0.0.1:${port}/jwks` }
  const dead = { clientId, issuer, jwksUrl: 'http://127.0.0.1:1/jwks' }
  verify = createVerifyIdToken({
    socials: { google, discord: dead },
    customs: [custom('acme', google.jwksUrl), custom('away', dead.jwksUrl)],
    now: () => nowMs,
  })
})
afterAll(() => stop?.())

const custom = (id: string, jwksUrl: string): CustomLogin => ({
  ...{ id, issuer, jwksUrl, audience: clientId, projects: [] },
  ...{ algorithms: ['RS256', 'ES256', 'EdDSA'], nonce: 'required' },
})
const token = (change: JWTPayload = {}, { alg = 'RS256', key = own, kid = 'k1' } = {}) =>
  new SignJWT({ ...good, ...change }).setProtectedHeader({ alg, kid }).sign(key)
const codeOf = (provider: string, text: string) =>
  verify(provider, text, { nonce }).then(
    ({ sub }) => sub,
    (error: unknown) => (error as HttpError).code,
  )

describe.each(['google', 'custom:acme'])('of %s', (provider) => {
  test('accepts the provider’s own token with the expected nonce', async () => {
    expect(await codeOf(provider, await token())).toBe('user-1')
  })

  test.each<[string, () => string | Promise<string>]>([
    ['another nonce', () => token({ nonce: 'n-2' })],
    ['no nonce', () => token({ nonce: undefined as never })],
    ['another audience', () => token({ aud: 'client-2' })],
    ['several audiences', () => token({ aud: [clientId, 'client-2'] })],
    ['another issuer', () => token({ iss: 'https://evil.example' })],
    ['an expiry in the past', () => token({ iat: now - 200, exp: now - 100 })],
    ['an age of ten minutes', () => token({ iat: now - 600 })],
    ['a time in the future', () => token({ iat: now + 600, exp: now + 4000 })],
    ['no expiry', () => token({ exp: undefined as never })],
    ['no subject', () => token({ sub: undefined as never })],
    ['another key', () => token({}, { key: other })],
    ['an unknown key id', () => token({}, { kid: 'k2' })],
    ['a client secret as its key', () => hmacToken()],
    ['no signature', () => new UnsecuredJWT(good).encode()],
    ['no token', () => 'not a token'],
  ])('[T59] refuses a token with %s', async (_, make) => {
    expect(await codeOf(provider, await make())).toBe('evidence-required')
  })
})

const hmacToken = () =>
  new SignJWT(good)
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode('the client secret, which the login server knows'))

test('[T88] accepts nothing of a provider that is not configured here, or that signs nothing', async () => {
  for (const provider of [
    'apple',
    'github',
    'x',
    'custom:',
    'custom:other',
    '__proto__',
    'constructor',
    '',
  ])
    expect(await codeOf(provider, await token())).toBe('evidence-required')
})

test('says that it can not decide while the provider’s keys can not be read', async () => {
  for (const provider of ['discord', 'custom:away']) {
    const failed = await verify(provider, await token(), { nonce }).catch((error) => error)
    expect(failed).toBeInstanceOf(HttpError)
    expect(failed).toMatchObject({ status: 503, code: 'http-failed' })
  }
})
