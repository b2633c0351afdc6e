import { randomBytes } from 'node:crypto'
import { postToken } from '@foyer/protocol/custody'
import { loginCustom, loginCustomEnd, readAccountFacts } from '@foyer/protocol/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openDevice,
  shop,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { startTestIssuer } from './testIssuer.test.kit.ts'

let issuer: Awaited<ReturnType<typeof startTestIssuer>>
let server: TestLogin
beforeAll(async () => {
  issuer = await startTestIssuer()
  const acme = issuer.login(shop.id, { proofUrl: 'https://shop.example/prove?lang=en' })
  const mute = issuer.login('mute', { id: 'mute', projects: ['mute'] })
  server = await startTestLogin({ customs: [acme, mute] })
})
afterAll(async () => {
  await server?.stop()
  await issuer?.stop()
})

const newUser = () => `user-${randomBytes(6).toString('hex')}`
const back = () => `${server.origin}/security`
const end = async (
  device: TestDevice,
  { nonce, txnId }: { nonce: string; txnId: string },
  sub: string,
) => {
  const token = await issuer.sign({ sub, nonce }, { nowMs: server.now() })
  return { token, answer: await device.call(loginCustomEnd, { txnId, token }) }
}
/** Logs in on the login site's own page. */
async function enter(sub = newUser()) {
  const device = await openDevice(server)
  const begun = await device.call(loginCustom, { login: 'acme', returnTo: back() })
  const { answer, token } = await end(device, begun, sub)
  if (answer.action !== 'CONNECT') throw new Error(answer.action)
  await device.call(postToken, { grant: 'login', ticket: answer.ticket })
  return { device, sub, token, uri: begun.uri }
}
const proof = () => ({ login: 'acme', returnTo: back(), purpose: 'step-up' as const })

test('leads to the site’s address with a nonce and the way back, and logs in with the token', async () => {
  const { device, uri = '' } = await enter()
  const url = new URL(uri)
  expect(`${url.origin}${url.pathname}`).toBe('https://shop.example/prove')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    lang: 'en',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    return_to: back(),
  })
  expect((await device.call(readAccountFacts, {})).logins).toEqual([
    { provider: 'custom:acme', userName: null },
  ])
})

test('a fresh token of the same user proves the user again, once', async () => {
  const { device, sub } = await enter()
  const begun = await device.call(loginCustom, proof())
  const { answer } = await end(device, begun, sub)
  expect(answer).toMatchObject({ action: 'STEPPED_UP' })
  const { steppedUpUntil } = await device.call(readAccountFacts, {})
  expect(steppedUpUntil).toBeGreaterThan(server.now())
})

test('an old token proves nothing, and nor does one of another user or another device', async () => {
  const { device, sub, token } = await enter()
  const refused = { action: 'FAILED', reason: 'refused' }
  const { txnId } = await device.call(loginCustom, proof())
  expect(await device.call(loginCustomEnd, { txnId, token })).toEqual(refused)
  const other = await end(device, await device.call(loginCustom, proof()), newUser())
  expect(other.answer).toEqual({ action: 'REFUSED', reason: 'other' })
  const thief = await openDevice(server)
  const begun = await device.call(loginCustom, proof())
  const stolen = await issuer.sign({ sub, nonce: begun.nonce }, { nowMs: server.now() })
  expect(await thief.ask(loginCustomEnd.path, { txnId: begun.txnId, token: stolen })).toMatchObject(
    { status: 404 },
  )
  expect((await device.call(readAccountFacts, {})).steppedUpUntil).toBeNull()
})

test('[T62] comes back to the login site’s own pages alone', async () => {
  const device = await openDevice(server)
  for (const returnTo of [
    'https://evil.example/security',
    `${server.origin}@evil.example/security`,
    `${server.origin}/popup`,
    `${server.origin}.evil.example/security`,
    'javascript:alert(1)',
  ])
    expect(await device.ask(loginCustom.path, { login: 'acme', returnTo })).toMatchObject({
      status: 400,
    })
})

test('a login without such an address says that it can not', async () => {
  const device = await openDevice(server)
  expect(await device.ask(loginCustom.path, { login: 'mute', returnTo: back() })).toMatchObject({
    status: 403,
    code: 'action-not-allowed',
  })
  expect(await device.ask(loginCustom.path, { login: 'none', returnTo: back() })).toMatchObject({
    status: 403,
  })
  expect(await device.ask(loginCustom.path, { ...proof(), site })).toMatchObject({ status: 400 })
})
