import { randomBytes } from 'node:crypto'
import { farcasterUser } from '@foyer/devnet'
import { postToken } from '@foyer/protocol/custody'
import {
  addEmailLogin,
  loginFarcaster,
  loginFarcasterEnd,
  readAccountFacts,
  readLogins,
  removeLogin,
} from '@foyer/protocol/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../database/schema.ts'
import {
  newAddress,
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'
import { decideInApp } from './farcasterSteps.test.kit.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin({
    hasFarcaster: true,
    limits: { farcasterOfClientPerMinute: 10_000, channelsOfClientPerMinute: 10_000 },
  })
})
afterAll(() => server?.stop())

const newUser = () => `u${randomBytes(6).toString('hex')}`
type Purpose = 'link' | 'step-up'

/** Asks the app for a login, a link or a step-up, on the login site's own page. */
async function ask(device: TestDevice, user: string, purpose?: Purpose) {
  const { txnId, uri } = await device.call(loginFarcaster, purpose ? { purpose } : {})
  const waiting = device.call(loginFarcasterEnd, { txnId })
  expect(await decideInApp(uri, { user })).toBe(200)
  return waiting
}
async function enter(user = newUser(), on?: TestDevice) {
  const device = on ?? (await openDevice(server))
  const end = await ask(device, user)
  if (end.status !== 'connected') throw new Error(JSON.stringify(end))
  await device.call(postToken, { grant: 'login', ticket: end.ticket })
  return { device, user }
}
const stepUp = async ({ device, user }: { device: TestDevice; user: string }) => {
  const end = await ask(device, user, 'step-up')
  expect(end.status).toBe('stepped-up')
}

test('the account’s own Farcaster id proves the user again, with a text signed for this alone', async () => {
  const own = await enter()
  const address = { email: newAddress() }
  expect(await own.device.ask(addEmailLogin.path, address)).toMatchObject({
    code: 'step-up-required',
  })
  await stepUp(own)
  const { steppedUpUntil } = await own.device.call(readAccountFacts, {})
  expect(steppedUpUntil).toBeGreaterThan(server.now())
  // Past the step-up, an address can be added.
  expect(await own.device.call(addEmailLogin, address)).toHaveProperty('txnId')
})

test('another Farcaster id proves nothing, and nor does a login of a site', async () => {
  const own = await enter()
  expect(await ask(own.device, newUser(), 'step-up')).toEqual({ status: 'failed', reason: 'other' })
  expect((await own.device.call(readAccountFacts, {})).steppedUpUntil).toBeNull()
  expect(await own.device.ask(loginFarcaster.path, { site, purpose: 'step-up' })).toMatchObject({
    status: 403,
    code: 'action-not-allowed',
  })
  const nobody = await openDevice(server)
  expect(await nobody.ask(loginFarcaster.path, { purpose: 'step-up' })).toMatchObject({
    status: 401,
  })
})

test('what one user began proves nothing for the next user in the same browser', async () => {
  const own = await enter()
  const { txnId, uri } = await own.device.call(loginFarcaster, { purpose: 'step-up' })
  await decideInApp(uri, { user: own.user })
  // Another login ends what was begun.
  await enter(newUser(), own.device)
  expect(await own.device.ask(loginFarcasterEnd.path, { txnId })).toMatchObject({ status: 404 })
})

test('another id is added after a step-up, opens the account, and is removed; then it says so', async () => {
  const own = await enter()
  expect(await own.device.ask(loginFarcaster.path, { purpose: 'link' })).toMatchObject({
    code: 'step-up-required',
  })
  await stepUp(own)
  const second = newUser()
  const linked = await ask(own.device, second, 'link')
  if (linked.status !== 'linked') throw new Error(JSON.stringify(linked))
  const there = await enter(second)
  const { userId } = await own.device.call(readAccountFacts, {})
  expect((await there.device.call(readAccountFacts, {})).userId).toBe(userId)
  // One that another account has stays there.
  const taken = await enter()
  expect(await ask(own.device, taken.user, 'link')).toEqual({ status: 'failed', reason: 'taken' })

  const { logins } = await own.device.call(readLogins, {})
  const added = logins.find(({ id }) => id === linked.id)
  expect(added?.contact).toMatchObject({
    provider: 'farcaster',
    subject: String(farcasterUser(second).fid),
  })
  await own.device.call(removeLogin, { id: linked.id })
  const device = await openDevice(server)
  expect(await ask(device, second)).toEqual({ status: 'failed', reason: 'removed' })
})

test('[T70] an id that was added to an account that woke after a year says that it is held', async () => {
  const own = await enter()
  await server.database.queries.update(users).set({ awokeAt: server.now() })
  await stepUp(own)
  const second = newUser()
  expect((await ask(own.device, second, 'link')).status).toBe('linked')
  const device = await openDevice(server)
  expect(await ask(device, second)).toEqual({ status: 'failed', reason: 'held' })
})
