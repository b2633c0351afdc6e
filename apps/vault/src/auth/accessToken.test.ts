import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVerifyToken, tokenAudience } from './accessToken.ts'

const issuer = 'https://id.example'
const now = Date.parse('2026-11-22T12:00:00Z')
const nowS = now / 1000
const jkt = 'a'.repeat(43)
let server: Server
let jwksUrl: string
let key: CryptoKey
let answer = { status: 200, keys: [] as object[] }
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA')
  key = pair.privateKey
  answer.keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'a1', alg: 'EdDSA', use: 'sig' }]
  server = createServer((_, response) => {
    response.writeHead(answer.status).end(JSON.stringify({ keys: answer.keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** A token of A; undefined claims are omitted. */
const tokenOf = (claims: object = {}, header: object = {}) =>
  new SignJWT({
    ...{ iss: issuer, aud: tokenAudience, sub: randomUUID(), sid: randomUUID() },
    ...{ cnf: { jkt }, iat: nowS, exp: nowS + 600 },
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'a1', typ: 'at+jwt', ...header })
    .sign(key)
const create = () => createVerifyToken({ issuer, jwksUrl, now: () => now })
const codeOf = async (claims: object, header?: object) =>
  create()(await tokenOf(claims, header)).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

test("returns the caller, with ids in lower case and the token's age in ms", async () => {
  const [sub, sid, origin] = [randomUUID(), randomUUID(), 'https://shop.example']
  const token = await tokenOf({ sub: sub.toUpperCase(), sid: sid.toUpperCase(), org: origin })
  expect(await create()(token)).toEqual({ userId: sub, jkt, sid, issuedAt: now, origin })
  expect((await create()(await tokenOf())).origin).toBeUndefined()
})

test.each<[claims: object, outcome: string]>([
  // Valid for ten minutes, whatever expiry the login server wrote, plus a minute for clock skew.
  [{ iat: nowS - 660, exp: nowS + 86_400 }, 'accepted'],
  [{ iat: nowS - 661, exp: nowS + 86_400 }, 'token-invalid'],
  [{ iat: nowS + 60 }, 'accepted'],
  [{ iat: nowS + 61 }, 'token-invalid'],
  [{ exp: nowS - 59 }, 'accepted'],
  [{ exp: nowS - 60 }, 'token-invalid'],
  [{ exp: undefined }, 'token-invalid'],
  [{ iat: undefined }, 'token-invalid'],
  [{ org: 'x'.repeat(253) }, 'accepted'],
  [{ org: 'x'.repeat(254) }, 'token-invalid'],
  [{ cnf: { jkt: 'a'.repeat(42) } }, 'token-invalid'],
  [{ cnf: { jkt: 'a'.repeat(44) } }, 'token-invalid'],
  [{ sub: 'ada' }, 'token-invalid'],
  [{ sid: undefined }, 'token-invalid'],
  [{ aud: 'another' }, 'token-invalid'],
  [{ iss: 'https://evil.example' }, 'token-invalid'],
])('a token with %j is %s', async (claims, outcome) => {
  expect(await codeOf(claims)).toBe(outcome)
})

test('error: does not read more than 1 MiB of keys', async () => {
  const { keys } = answer
  const [key] = keys
  for (const [more, outcome] of [
    [1023 * 1024, 'accepted'],
    [1024 * 1024, 'http-failed'],
  ] as const) {
    answer = { ...answer, keys: [{ ...key, more: 'x'.repeat(more) }] }
    expect(await codeOf({})).toBe(outcome)
  }
  answer = { ...answer, keys }
})

test('refuses a token of another type, or with a key that the login server does not list', async () => {
  expect(await codeOf({}, { typ: 'JWT' })).toBe('token-invalid')
  expect(await codeOf({}, { kid: 'a2' })).toBe('token-invalid')
  const { privateKey } = await generateKeyPair('EdDSA')
  const forged = await new SignJWT({ sub: randomUUID() })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'a1', typ: 'at+jwt' })
    .sign(privateKey)
  await expect(create()(forged)).rejects.toMatchObject({ status: 401, code: 'token-invalid' })
})

test('error: reports that the keys can not be read, and when to retry', async () => {
  answer = { ...answer, status: 500 }
  await expect(create()(await tokenOf())).rejects.toMatchObject({ status: 503, retryAfterMs: 5000 })
  answer = { ...answer, status: 200 }
})
