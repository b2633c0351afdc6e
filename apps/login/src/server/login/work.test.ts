import { loginEmail } from '@foyer/protocol/login'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newAddress,
  openDevice,
  site,
  startTestLogin,
  type TestDevice,
  type TestLogin,
} from '../startTestLogin.test.kit.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin({
    limits: { mailsBeforeWorkOfAddress: 2 },
    vaultLimits: { mailsBeforeWorkOfAddress: 3 },
  })
})
afterAll(() => server?.stop())

const begin = (
  device: TestDevice,
  email: string,
  work?: { solution: string; pass?: string | undefined },
  ip = '192.0.2.1',
) =>
  device.call(
    loginEmail,
    {
      ...{ email, site },
      ...(work && { work: { solution: work.solution, ...(work.pass && { pass: work.pass }) } }),
    },
    { ip },
  )
type Reply = Awaited<ReturnType<typeof begin>>
const expectWork = (reply: Reply) => {
  if (reply.action !== 'WORK') throw new Error(reply.action)
  return reply
}
async function solve(challenge: string): Promise<string> {
  const text = JSON.parse(Buffer.from(challenge, 'base64url').toString())
  const solution = await solveChallenge({ challenge: text, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: text, solution })).toString('base64url')
}
/** Has this address got a mail? Mails are sent after the answer. */
const hasMail = (email: string) => server.mail.inbox(email).length > 0

test('each server asks for its own work after its own volume, and mails once both are done', async () => {
  for (let count = 0; count < 2; count += 1)
    expect((await begin(await openDevice(server), newAddress())).action).toBe('VERIFY_DEVICE')
  // The login server has mailed for two.
  const third = await openDevice(server)
  const email = newAddress()
  const { challenge } = expectWork(await begin(third, email))
  const done = await begin(third, email, { solution: await solve(challenge) })
  expect(done.action).toBe('VERIFY_DEVICE')
  // The vault has mailed for three.
  const fourth = await openDevice(server)
  const next = newAddress()
  const own = expectWork(await begin(fourth, next))
  expect(own.pass).toBeUndefined()
  const vaults = expectWork(await begin(fourth, next, { solution: await solve(own.challenge) }))
  expect(vaults.pass).toBeTypeOf('string')
  expect(hasMail(next)).toBe(false)
  const work = { solution: await solve(vaults.challenge), pass: vaults.pass }
  expect((await begin(fourth, next, work)).action).toBe('VERIFY_DEVICE')
  await server.mail.waitFor(next, { after: 0, timeoutMs: 30_000 })
})

test('a bot that replays or shares a solution, or a pass, gets no mail', async () => {
  const bot = await openDevice(server)
  const email = newAddress()
  const own = expectWork(await begin(bot, email))
  const solution = await solve(own.challenge)
  const other = await openDevice(server)
  const victims = [newAddress(), newAddress(), newAddress()]
  // On another device, and for another address.
  expectWork(await begin(other, email, { solution }))
  expectWork(await begin(bot, victims[0]!, { solution }))
  const vaults = expectWork(await begin(bot, email, { solution }))
  // Used.
  expectWork(await begin(bot, email, { solution }))
  const work = { solution: await solve(vaults.challenge), pass: vaults.pass }
  expect(expectWork(await begin(other, email, work)).pass).toBeUndefined()
  expect(expectWork(await begin(bot, victims[1]!, work)).pass).toBeUndefined()
  expect((await begin(bot, email, work)).action).toBe('VERIFY_DEVICE')
  expect(expectWork(await begin(bot, email, work)).pass).toBeUndefined()
  expect(victims.filter(hasMail)).toEqual([])
})

test('an IPv6 client is one address to both servers, whichever of its /64 it uses', async () => {
  let count = 0
  const next = async (work?: Parameters<typeof begin>[2], email = newAddress(), by?: TestDevice) =>
    begin(by ?? (await openDevice(server)), email, work, `2001:db8:7:1::${++count}`)
  expect([(await next()).action, (await next()).action]).toEqual(Array(2).fill('VERIFY_DEVICE'))
  for (const isVaults of [false, true]) {
    const [device, email] = [await openDevice(server), newAddress()]
    const { challenge } = expectWork(await next(undefined, email, device))
    const solved = await next({ solution: await solve(challenge) }, email, device)
    expect(solved.action === 'WORK' && solved.pass !== undefined).toBe(isVaults)
  }
})

test('another network is not asked, and nobody after a quiet hour', async () => {
  const away = '198.51.100.9'
  const device = await openDevice(server)
  expect((await begin(device, newAddress(), undefined, away)).action).toBe('VERIFY_DEVICE')
  server.clock.addMs += 3_600_001
  expect((await begin(await openDevice(server), newAddress())).action).toBe('VERIFY_DEVICE')
})
