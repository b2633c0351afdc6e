import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameOf, inPage, type LoginSite, openDapp, startLogin } from '../testLogin.test.kit.ts'

let site: LoginSite
let page: Page
beforeAll(async () => {
  const limits = { mailsBeforeWorkOfAddress: 1 }
  site = await startLogin({ hasChallenge: true, isWhole: false, limits, vaultLimits: limits })
  page = await openDapp(site.context, site.dappA, site)
  expect((await ask('first@example.org')).action).toBe('VERIFY_DEVICE')
})
afterAll(() => site?.stop())

const ask = (email: string) =>
  inPage(
    page,
    (kit, given) =>
      kit.site.wallet.login.connectEmail({ email: given }).catch(({ code }: { code: string }) => ({
        action: code,
      })),
    email,
  )
/** Ticks the box of the login server, then that of the vault. */
async function tickBoth(on: Frame | Page) {
  const shown = on.locator('iframe[title="One quick check"]')
  const read = () => shown.getAttribute('src', { timeout: 5_000 }).catch(() => null)
  let last: string | null = null
  for (let count = 0; count < 2; count += 1) {
    let next: string | null = null
    await expect
      .poll(async () => {
        next = await read()
        return ![null, last].includes(next)
      })
      .toBe(true)
    last = next
    // The frame goes with the click.
    await shown.contentFrame().getByRole('checkbox').click({ noWaitAfter: true })
  }
}

test('the frame shows the operator’s page in a sandbox, for each server, and the mail comes', async () => {
  const waiting = ask('ann@example.org')
  const frame = await frameOf(page, site.login)
  const shown = frame.locator('iframe[title="One quick check"]')
  await shown.waitFor()
  expect(await shown.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
  expect(await shown.getAttribute('src')).toMatch(
    /^http:\/\/challenge\.localhost:\d+\/#nonce=[0-9a-f]{32}&lang=en&theme=(light|dark)$/,
  )
  await tickBoth(frame)
  expect((await waiting).action).toBe('VERIFY_DEVICE')
  expect((await site.mail.waitFor('ann@example.org', { after: 0 })).sender).toBe('vault')
  await shown.waitFor({ state: 'detached' })
})

test('a user who does not want it goes back, and no mail is sent', async () => {
  const waiting = ask('bob@example.org')
  const frame = await frameOf(page, site.login)
  await frame.getByRole('button', { name: 'Not now' }).click()
  expect((await waiting).action).toBe('user-rejected')
  expect(site.mail.inbox('bob@example.org')).toEqual([])
})

test('the login site’s own pages show it on a sheet', async () => {
  const security = await site.context.newPage()
  await security.goto(`${site.login}/security`)
  await security.getByRole('textbox', { name: 'Email address' }).fill('cleo@example.org')
  await security.getByRole('button', { name: 'Continue with email' }).click()
  await tickBoth(security)
  await security.getByRole('heading', { name: 'Approve this browser' }).waitFor()
  expect((await site.mail.waitFor('cleo@example.org', { after: 0 })).sender).toBe('vault')
})
