import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPage, type LoginSite, logIn, openDapp, startLogin } from '../testLogin.test.kit.ts'

let site: LoginSite
beforeAll(async () => {
  const limits = { mailsBeforeWorkOfAddress: 1 }
  site = await startLogin({ isWhole: false, limits, vaultLimits: limits })
})
afterAll(() => site?.stop())

test('a browser works for a mail after unusual volume, in a thread whose script loads only then', async () => {
  const scripts: string[] = []
  site.context.on('request', (request) => {
    if (request.url().includes('/assets/work')) scripts.push(request.url())
  })
  const first = await openDapp(site.context, site.dappA, site)
  await logIn(first, site, { email: 'ann@example.org' })
  expect(scripts).toEqual([])
  const second = await openDapp(site.context, site.dappB, site)
  const email = 'bob@example.org'
  const reply = await inPage(
    second,
    (kit, given) => kit.site.wallet.login.connectEmail({ email: given }),
    email,
  )
  expect(reply.action).toBe('VERIFY_DEVICE')
  expect((await site.mail.waitFor(email, { after: 0 })).sender).toBe('vault')
  // Both servers asked.
  expect(scripts.length).toBeGreaterThan(1)
})
