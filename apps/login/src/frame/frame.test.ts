import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectKit,
  frameOf,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  startLogin,
} from '../testLogin.test.kit.ts'

let site: LoginSite

beforeAll(async () => {
  site = await startLogin()
})
afterAll(() => site.stop())

test('logs in', async () => {
  const page = await openDapp(site.context, site.dappA, site)
  page.on('console', (m) => console.log('page:', m.text()))
  expect(await logIn(page, site, { email: 'ann@example.org' })).toBe('VERIFY_DEVICE')
  const accounts = await connectKit(page)
  expect(accounts.eip155).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(accounts.solana).not.toBe('')
})
