import { randomBytes } from 'node:crypto'
import { challengeOf, startChallenge } from '@foyer/devnet'
import { loginEmail, loginSocialEnd } from '@foyer/protocol/login'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reach } from '../social/socialSteps.test.kit.ts'
import {
  newAddress,
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

const clock = { addMs: 0 }
const open = () =>
  startChallenge({
    loginOrigin: 'http://login.example',
    now: () => Date.now() + clock.addMs,
    port: 0,
  })
let challenge: Awaited<ReturnType<typeof open>>
let server: TestLogin
beforeAll(async () => {
  challenge = await open()
  const setting = challengeOf(challenge.port)
  const limits = { mailsBeforeWorkOfAddress: 1 }
  server = await startTestLogin({
    ...{ challenge: setting, vaultChallenge: setting, hasSocials: true },
    ...{ limits: { ...limits, mailsOfEmailPer30s: 1000 }, vaultLimits: limits },
  })
  // The quiet hour is over, at both.
  await begin(await openDevice(server), newAddress())
})
afterAll(async () => {
  await server?.stop()
  await challenge?.stop()
})

type Work = { solution: string; pass?: string }
const begin = (device: TestDevice, email: string, work?: Work) =>
  device.call(loginEmail, { email, site, ...(work && { work }) })
type Asked = { challenge: string; page?: string | undefined; pass?: string | undefined }
const requireWork = (reply: { action: string }): Asked => {
  if (reply.action !== 'WORK') throw new Error(reply.action)
  return reply as unknown as Asked
}
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nonceOf = ({ page = '' }: Asked) => new URL(page).hash.replace('#nonce=', '')
/** Ticks the box, as a person does. */
const tick = (asked: Asked, token = challenge.newToken(nonceOf(asked))): Work => ({
  solution: encode({ challenge: decode(asked.challenge), token }),
  ...(asked.pass !== undefined && { pass: asked.pass }),
})
const hasMail = (email: string) => server.mail.inbox(email).length > 0

test('each server verifies a token of its own, then the vault mails', async () => {
  const [device, email] = [await openDevice(server), newAddress()]
  const own = requireWork(await begin(device, email))
  expect(own.page).toMatch(/^http:\/\/challenge\.localhost:\d+\/#nonce=/)
  const vaults = requireWork(await begin(device, email, tick(own)))
  expect(vaults).toMatchObject({ page: expect.any(String), pass: expect.any(String) })
  expect(nonceOf(vaults)).not.toBe(nonceOf(own))
  expect(hasMail(email)).toBe(false)
  expect((await begin(device, email, tick(vaults))).action).toBe('VERIFY_DEVICE')
  await server.mail.waitFor(email, { after: 0, timeoutMs: 30_000 })
})

test('a wrong token, a used one, an old one and one of another device bring no mail', async () => {
  const [device, email] = [await openDevice(server), newAddress()]
  const first = requireWork(await begin(device, email))
  requireWork(await begin(device, email, tick(first, 'guessed')))
  const second = requireWork(await begin(device, email))
  const work = tick(second)
  const vaults = requireWork(await begin(device, email, work))
  // Used: this server asks again, so that no pass comes.
  expect(requireWork(await begin(device, email, work)).pass).toBeUndefined()
  const third = requireWork(await begin(device, email))
  const old = challenge.newToken(nonceOf(third))
  clock.addMs += 300_001
  expect(requireWork(await begin(device, email, tick(third, old))).pass).toBeUndefined()
  clock.addMs = 0
  const other = await openDevice(server)
  expect(requireWork(await begin(other, email, tick(vaults))).pass).toBeUndefined()
  expect(hasMail(email)).toBe(false)
})

test('a login at X, which needs a mail, passes the same gate; its result stays good meanwhile', async () => {
  const user = `u${randomBytes(6).toString('hex')}`
  const { device, result } = await reach(server, { provider: 'x', user })
  const own = await device.call(loginSocialEnd, { result })
  if (own.action !== 'WORK') throw new Error(own.action)
  const other = await openDevice(server)
  expect(await other.ask(loginSocialEnd.path, { result: own.result })).toMatchObject({
    status: 404,
  })
  const vaults = await device.call(loginSocialEnd, { result: own.result, work: tick(own) })
  if (vaults.action !== 'WORK') throw new Error(vaults.action)
  expect(hasMail(`${user}@x.example`)).toBe(false)
  const end = await device.call(loginSocialEnd, { result: vaults.result, work: tick(vaults) })
  expect(end).toMatchObject({ action: 'VERIFY_DEVICE', email: `${user}@x.example` })
  // Redeemed: it is good no more.
  expect(await device.ask(loginSocialEnd.path, { result })).toMatchObject({ status: 404 })
})

test('browsers work while the operator’s server is dead', async () => {
  await challenge.stop()
  const [device, email] = [await openDevice(server), newAddress()]
  let reply = await begin(device, email)
  for (let count = 0; reply.action === 'WORK' && count < 5; count += 1) {
    const asked = requireWork(reply)
    const work = asked.page
      ? tick(asked, '')
      : {
          solution: encode({
            challenge: decode(asked.challenge),
            solution: await solveChallenge({ challenge: decode(asked.challenge), deriveKey }),
          }),
          ...(asked.pass !== undefined && { pass: asked.pass }),
        }
    reply = await begin(device, email, work)
  }
  expect(reply.action).toBe('VERIFY_DEVICE')
})
