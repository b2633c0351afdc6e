import { randomBytes } from 'node:crypto'
import { postToken } from '@foyer/protocol/custody'
import {
  loginCustom,
  loginCustomEnd,
  loginDevice,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
} from '@foyer/protocol/login'
import { createTokenVerifier } from '@foyer/server/tokens'
import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAt } from '../social/socialSteps.test.kit.ts'
import {
  nextMail,
  openDevice,
  shop,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { startTestIssuer } from './testIssuer.test.kit.ts'

const newUser = () => `u${randomBytes(6).toString('hex')}`
const gone = { status: 404, code: 'resource-not-found' }
const refused = { action: 'FAILED', reason: 'refused' }
const lab = { projectId: 'lab-project', origin: 'http://localhost:5000' }

let issuer: Awaited<ReturnType<typeof startTestIssuer>>
let server: TestLogin
let otherKey: CryptoKey
beforeAll(async () => {
  issuer = await startTestIssuer()
  otherKey = (await generateKeyPair('ES256')).privateKey
  const acme = issuer.login(shop.id)
  server = await startTestLogin({
    hasSocials: true,
    customs: [acme, issuer.login(lab.projectId, { id: 'plain', nonce: 'none' })],
    vaultCustoms: [acme],
    limits: { mailsOfEmailPer30s: 1000, socialsOfClientPerMinute: 10_000 },
  })
})
afterAll(async () => {
  await server?.stop()
  await issuer?.stop()
})

const begin = (device: TestDevice, on = site) => device.call(loginCustom, { site: on })
const sign = (claims: JWTPayload, options: Parameters<typeof issuer.sign>[1] = {}) =>
  issuer.sign(claims, { nowMs: server.now(), ...options })
const userOf = async (device: TestDevice, end: { action: string; ticket?: string }) =>
  (await device.call(postToken, { grant: 'login', ticket: end.ticket ?? '' })).userId
/** A whole login. */
async function enter(sub: string, device?: TestDevice) {
  const used = device ?? (await openDevice(server))
  const { nonce, txnId } = await begin(used)
  const end = await used.call(loginCustomEnd, { txnId, token: await sign({ sub, nonce }) })
  expect(end.action).toBe('CONNECT')
  return { device: used, nonce, userId: await userOf(used, end) }
}

test('a token of the site’s server logs in at once, in every browser as the same user', async () => {
  const sub = newUser()
  const first = await enter(sub)
  expect((await enter(sub, first.device)).userId).toBe(first.userId)
  expect((await enter(sub)).userId).toBe(first.userId)
  expect((await enter(newUser())).userId).not.toBe(first.userId)
})

const wrong: [string, (claims: JWTPayload) => string | Promise<string>][] = [
  ['another nonce', (claims) => sign({ ...claims, nonce: 'n' })],
  ['no nonce', ({ nonce: _, ...claims }) => sign(claims)],
  ['another audience', (claims) => sign({ ...claims, aud: 'another' })],
  ['several audiences', (claims) => sign({ ...claims, aud: [issuer.audience, 'another'] })],
  ['another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
  ['an expiry in the past', (claims) => sign({ ...claims, exp: server.now() / 1000 - 100 })],
  ['an age of ten minutes', (claims) => sign(claims, { nowMs: server.now() - 600_000 })],
  ['a time in the future', (claims) => sign(claims, { nowMs: server.now() + 600_000 })],
  ['no expiry', (claims) => sign({ ...claims, exp: undefined as never })],
  ['no subject', ({ sub: _, ...claims }) => sign(claims)],
  ['a subject of 300 characters', (claims) => sign({ ...claims, sub: 'a'.repeat(300) })],
  ['another key', (claims) => sign(claims, { key: otherKey })],
  ['an unknown key id', (claims) => sign(claims, { kid: 'k2' })],
  ['no signature', (claims) => new UnsecuredJWT(claims).encode()],
  ['no token', () => 'not.a.token'],
]
test.each(wrong)('[T59] refuses a token with %s, and the login is over', async (_, make) => {
  const device = await openDevice(server)
  const { nonce, txnId } = await begin(device)
  const token = await make({ sub: newUser(), nonce })
  expect(await device.call(loginCustomEnd, { txnId, token })).toEqual(refused)
  const right = await sign({ sub: newUser(), nonce })
  expect(await device.ask(loginCustomEnd.path, { txnId, token: right })).toMatchObject(gone)
})

test('[T59] refuses a token that is too long, or no JWT, before it is read', async () => {
  const device = await openDevice(server)
  const { txnId } = await begin(device)
  for (const token of ['a'.repeat(8193), 'a b', '', '<html>'])
    expect(await device.ask(loginCustomEnd.path, { txnId, token })).toMatchObject({ status: 400 })
})

test('[T61] a token is of no use on another device, nor a second time', async () => {
  const victim = await openDevice(server)
  const thief = await openDevice(server)
  const { nonce, txnId } = await begin(victim)
  const token = await sign({ sub: newUser(), nonce })
  // The thief has the token, and even the id of the login.
  expect(await thief.ask(loginCustomEnd.path, { txnId, token })).toMatchObject(gone)
  const own = await begin(thief)
  expect(await thief.call(loginCustomEnd, { txnId: own.txnId, token })).toEqual(refused)
  expect((await victim.call(loginCustomEnd, { txnId, token })).action).toBe('CONNECT')
  expect(await victim.ask(loginCustomEnd.path, { txnId, token })).toMatchObject(gone)
  const { txnId: next } = await begin(victim)
  expect(await victim.call(loginCustomEnd, { txnId: next, token })).toEqual(refused)
})

test('a login is over after ten minutes, or when the device begins another one', async () => {
  const device = await openDevice(server)
  const first = await begin(device)
  const second = await begin(device)
  const token = await sign({ sub: newUser(), nonce: first.nonce })
  const { txnId } = first
  expect(await device.ask(loginCustomEnd.path, { txnId, token })).toMatchObject(gone)
  server.clock.addMs += 601_000
  const late = { txnId: second.txnId, token: await sign({ sub: newUser(), nonce: second.nonce }) }
  expect(await device.ask(loginCustomEnd.path, late)).toMatchObject(gone)
})

test('[T62] begins for the project’s own origins alone, and only where a login is configured', async () => {
  const device = await openDevice(server)
  const evil = { ...site, origin: 'https://evil.example' }
  expect(await device.ask(loginCustom.path, { site: evil })).toMatchObject({ status: 403 })
  expect(
    await device.ask(loginCustom.path, { site: { ...site, projectId: 'no-project' } }),
  ).toMatchObject({ status: 401 })
})

test('[T63] a window or a provider can not go on with it, nor it with a login at a provider', async () => {
  const device = await openDevice(server)
  const { txnId } = await begin(device)
  const challenge = randomBytes(32).toString('hex')
  await device.call(loginSocialBind, { txnId, challenge })
  expect((await openAt(server, { txnId, challenge })).status).toBe(404)
  const social = await device.call(loginSocial, { provider: 'google', site })
  const token = await sign({ sub: newUser() })
  expect(await device.ask(loginCustomEnd.path, { txnId: social.txnId, token })).toMatchObject(gone)
})

test('[T68] an address in a token is compared with no other account', async () => {
  const email = 'ann@mail.example'
  const users = new Set<string>()
  for (let count = 0; count < 2; count += 1) {
    const device = await openDevice(server)
    const { nonce, txnId } = await begin(device)
    const token = await sign({ sub: newUser(), nonce, email, email_verified: true })
    const end = await device.call(loginCustomEnd, { txnId, token })
    expect(end).toMatchObject({ action: 'CONNECT', email })
    users.add(await userOf(device, end))
  }
  expect(users.size).toBe(2)
})

/** The same signature with other unused bits in its last character, of which 64 bytes use two. @source RFC 4648 section 3.5 */
function otherEnding(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + letters[letters.indexOf(token.at(-1)!) ^ 1]
}

/** The same token with the other signature (r, n - s) of ECDSA on P-256. @source SEC 1 section 4.1.4 */
function negated(token: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const [head, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const other = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')
  return [head, payload, Buffer.concat([bytes.subarray(0, 32), other]).toString('base64url')].join(
    '.',
  )
}

test('both other forms of a signature are valid', async () => {
  const verify = createTokenVerifier(issuer.login(shop.id), server.now)
  const token = await sign({ sub: newUser() })
  for (const twin of [otherEnding(token), negated(token)])
    expect(await verify(twin)).toEqual(await verify(token))
})

describe('without a nonce', () => {
  const claims = () => {
    const sub = newUser()
    return { sub, email: `${sub}@mail.example` }
  }
  const end = async (device: TestDevice, token: string) => {
    const { txnId } = await begin(device, lab)
    return device.call(loginCustomEnd, { txnId, token })
  }

  test('[T88] the vault’s own link decides', async () => {
    const { email, sub } = claims()
    const device = await openDevice(server)
    const waiting = await end(device, await sign({ sub, email }))
    expect(waiting).toMatchObject({ action: 'VERIFY_DEVICE', email })
    if (waiting.action !== 'VERIFY_DEVICE') return
    const { txnId } = waiting
    const early = await device.ask(loginSocialEnd.path, { txnId })
    expect(early.body).not.toHaveProperty('ticket')
    const { links } = await nextMail(server, email, 0, 'link')
    await server.decide(links[0] ?? '')
    expect(await device.call(loginDevice, { txnId })).toEqual({ status: 'approved' })
    const whole = await device.call(loginSocialEnd, { txnId })
    expect(whole.action).toBe('CONNECT')
  })

  test('a token counts once, and one without an address logs in nobody', async () => {
    const { email, sub } = claims()
    const token = await sign({ sub, email })
    expect(await end(await openDevice(server), token)).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(await end(await openDevice(server), token)).toEqual(refused)
    // Its signature is the same token in other words.
    for (const twin of [otherEnding(token), negated(token)]) {
      expect(twin).not.toBe(token)
      expect(await end(await openDevice(server), twin)).toEqual(refused)
    }
    const bare = await sign({ sub: newUser() })
    expect(await end(await openDevice(server), bare)).toEqual({
      action: 'FAILED',
      reason: 'no-email',
    })
  })
})

describe('where the two servers see different keys', () => {
  let torn: TestLogin
  beforeAll(async () => {
    const other = { audience: 'another-one' }
    const dead = issuer.login(lab.projectId, { id: 'dead', jwksUrl: 'http://127.0.0.1:1/jwks' })
    torn = await startTestLogin({
      customs: [issuer.login(shop.id), dead],
      vaultCustoms: [issuer.login('', other), dead],
    })
  })
  afterAll(() => torn?.stop())

  test('[T88] logs in nobody whose token the vault does not accept by itself', async () => {
    const device = await openDevice(torn)
    const { nonce, txnId } = await device.call(loginCustom, { site })
    const token = await issuer.sign({ sub: newUser(), nonce })
    expect(await device.ask(loginCustomEnd.path, { txnId, token })).toMatchObject({
      status: 403,
      code: 'action-not-allowed',
    })
  })

  test('says that the site does not answer while its keys can not be read', async () => {
    const device = await openDevice(torn)
    const { nonce, txnId } = await device.call(loginCustom, { site: lab })
    const token = await issuer.sign({ sub: newUser(), nonce })
    expect(await device.call(loginCustomEnd, { txnId, token })).toEqual({
      action: 'FAILED',
      reason: 'provider',
    })
  })
})
