import { setTimeout as sleep } from 'node:timers/promises'
import { waitMs } from '@foyer/devnet/waitMs'
import axe, { type AxeResults } from 'axe-core'
import type { BrowserContext, Locator, Page } from 'playwright'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAnywhere } from '../frame/walletRequests.test.kit.ts'
import {
  connectKit,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  startLogin,
} from '../testLogin.test.kit.ts'
import { encodeRecoveryCode } from '../worker/wallet/recoveryCode.ts'

let site: LoginSite
beforeAll(async () => {
  site = await startLogin({ isWhole: false })
})
afterAll(() => site?.stop())

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' })
const newest = (email: string) => site.mail.inbox(email)[0]?.receivedAt ?? 0

/** Finds text in mails since then; notices may arrive in between. */
async function findInMail(email: string, after: number, pick: (mail: Mail) => string | undefined) {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(50))
    for (const mail of site.mail.inbox(email)) {
      const found = mail.receivedAt > after ? pick(mail) : undefined
      if (found !== undefined) return found
    }
  throw new Error(`No such mail for ${email}`)
}
type Mail = ReturnType<LoginSite['mail']['inbox']>[number]
const codeOf = (email: string, after: number) =>
  findInMail(email, after, ({ codes, sender }) => (sender === 'login' ? codes[0] : undefined))

/** Opens the link of the vault's mail and approves this browser. */
async function approve(context: BrowserContext, email: string, after: number): Promise<void> {
  const link = await findInMail(email, after, ({ links, subject }) =>
    subject.startsWith('Approve') ? links[0] : undefined,
  )
  const page = await context.newPage()
  await page.goto(link)
  await button(page, 'Approve').click()
  await page.getByRole('heading', { name: 'Device approved' }).waitFor()
  await page.close()
}

/** Types the code that `ask` has mailed. */
async function typeCode(page: Page, email: string, ask: () => Promise<unknown>): Promise<void> {
  const after = newest(email)
  await ask()
  const code = await codeOf(email, after)
  await page.getByLabel('Code of six digits').fill(code)
}

/** Opens a page of the login site and logs in on it, in a new or a known browser. */
async function logInOn(
  context: BrowserContext,
  { email, page, path = '/security' }: { email: string; path?: string; page?: Page },
): Promise<Page> {
  const shown = page ?? (await context.newPage())
  await shown.goto(site.login + path)
  await shown.getByLabel('Email address').fill(email)
  const after = newest(email)
  await site.forgetMails()
  await button(shown, 'Continue with email').click()
  await shown.getByRole('heading', { name: 'Approve this browser' }).waitFor()
  await approve(context, email, after)
  const code = await codeOf(email, after)
  await shown.getByLabel('Code of six digits').fill(code)
  await button(shown, 'Sign out').waitFor()
  return shown
}

/** Checks WCAG. The page's own policy blocks test scripts, so axe runs next to it. */
async function expectAccessible(page: Page): Promise<void> {
  // An element that is still fading in has no final contrast yet.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((one) => one.finished))
  })
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

/** Asks a site for a signature and approves it. @returns Its outcome. */
async function signOn(dapp: Page): Promise<string> {
  const signing = inPage(dapp, (kit) =>
    kit.signMessage(kit.site.foyer, { message: 'Good morning', namespace: 'eip155' }).then(
      () => 'signed',
      (error: { code: string }) => error.code,
    ),
  )
  await dapp.bringToFront()
  await Promise.race([signing, approveAnywhere(dapp, site)])
  return signing
}

/** A well-formed code of no user. */
const anotherCode = () =>
  String.fromCharCode(...encodeRecoveryCode(crypto.getRandomValues(new Uint8Array(16))))

const addressOf = (page: Page) => page.locator('.facts-code').first().textContent()

test('logs in on /security by link and code, lists the browsers, revokes one and freezes the wallet', async () => {
  const email = 'ada@security.test'
  const dapp = await openDapp(site.context, site.dappA, site)
  await logIn(dapp, site, { email })
  const { eip155 } = await connectKit(dapp)

  const page = await site.context.newPage()
  const refused: string[] = []
  page.on('console', (line) => {
    if (/Content Security Policy|TrustedScript|Refused/.test(line.text())) refused.push(line.text())
  })
  await page.goto(`${site.login}/security`)
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(await page.title()).toBe('Log in · Foyer')
  await expectAccessible(page)
  await page.getByLabel('Email address').fill('ada@')
  await button(page, 'Continue with email').click()
  await page.getByText('This is not an email address.').waitFor()
  await page.getByLabel('Email address').fill(email)
  const after = newest(email)
  await site.forgetMails()
  await button(page, 'Continue with email').click()
  await page.getByRole('heading', { name: 'Approve this browser' }).waitFor()
  expect(await page.locator('.number-digits').textContent()).toMatch(/^\d{6}$/)
  expect(await button(page, /^Send a new mail in \d+ s$/).isDisabled()).toBe(true)
  await approve(site.context, email, after)
  const code = await codeOf(email, after)
  await page.getByLabel('Code of six digits').fill(code === '000000' ? '111111' : '000000')
  await page.getByText('This code is wrong or too old.').waitFor()
  await page.getByLabel('Code of six digits').fill(code)

  await page.getByRole('heading', { name: 'Security', exact: true }).waitFor()
  expect(await page.title()).toBe('Security · Foyer')
  expect(await addressOf(page)).toBe(eip155)
  expect(await page.locator('.about code').textContent()).toMatch(/^sha384-/)
  const devices = page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')
  expect(await devices.allTextContents()).toEqual([
    expect.stringMatching(/This login site.*This one/),
    expect.stringContaining(new URL(site.dappA).host),
  ])
  await expectAccessible(page)

  // A known device needs the code only, also right after a sign-out.
  await button(page, 'Sign out').click()
  await page.getByLabel('Email address').fill(email)
  await typeCode(page, email, () => button(page, 'Continue with email').click())
  await button(page, 'Sign out').waitFor()

  await button(page, 'Freeze my wallet').click()
  await button(page.getByRole('dialog'), 'Freeze my wallet').click()
  await page.getByRole('heading', { name: 'Your wallet is frozen' }).waitFor()
  await expectAccessible(page)
  // The site is logged in as before, and gets no part of the key; nor does a new browser, from either server.
  expect(await signOn(dapp)).toBe('account-frozen')
  const fresh = await site.openBrowser()
  const late = await logInOn(fresh, { email })
  await late.getByRole('heading', { name: 'Your wallet is frozen' }).waitFor()
  expect(await late.locator('.facts-code').count()).toBe(0)
  await late.goto(`${site.login}/export`)
  await late.getByText('Nothing can be exported until the freeze has ended.').waitFor()

  await site.forgetMails()
  await typeCode(page, email, async () => {
    await button(page, 'End the freeze').click()
    await button(page, 'Mail me the link').click()
  })
  await page.getByRole('heading', { name: 'Open the link in your mail' }).waitFor()
  expect(await page.locator('.number-digits').textContent()).toMatch(/^\d{6}$/)
  await button(page, 'Done').click()

  // Stepped up by now: the site's browser is over, its session and its part of the key.
  const ended = devices.filter({ hasText: new URL(site.dappA).host })
  await button(ended, /^End /).click()
  await button(page, 'End it').click()
  await page.getByText('That browser is ended.').waitFor()
  expect(await ended.count()).toBe(0)
  expect(await signOn(dapp)).toBe('unauthorized')
  expect(refused).toEqual([])
  await fresh.close()
})

test('protects recovery by a code, then by a passkey too, then by the passkey alone, then neither: each opens the wallet in a new browser', async () => {
  const email = 'grace@security.test'
  const page = await logInOn(await site.openBrowser(), { email })
  const address = await addressOf(page)
  await page.getByText('This is operator-assisted custody').waitFor()

  await typeCode(page, email, () => button(page, /^Use a recovery code/).click())
  const shown = page.locator('.new-code span')
  await button(page, 'I have it').isEnabled()
  await shown.filter({ hasText: /^(\w{4} ){6}\w{4}$/ }).waitFor()
  const code = (await shown.textContent()) ?? ''
  const download = page.waitForEvent('download')
  await button(page, 'Download as a text file').click()
  const file = await (await download).createReadStream()
  let text = ''
  for await (const part of file) text += part
  expect(text).toContain(code)
  expect(text).toContain(email)
  await button(page, 'I have it').click()
  const field = page.getByRole('textbox', { name: 'Recovery code' })
  await field.fill(code.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await button(page, 'Turn it on').click()
  await page.getByText('This is not the code that was shown.').waitFor()
  await expectAccessible(page)
  await field.fill(code.toLowerCase().replaceAll(' ', '-'))
  await button(page, 'Turn it on').click()
  await page.getByRole('heading', { name: 'Your code protects your wallet' }).waitFor()
  await button(page, 'Done').click()
  await page.getByText('Your email and one of the ways below.').waitFor()
  await page.getByText('Add a second way').waitFor()

  // Another browser: the login alone does not open it, another code neither.
  const second = await site.openBrowser()
  const there = await logInOn(second, { email })
  expect(await there.locator('.facts-code').count()).toBe(0)
  await button(there, 'Unlock').click()
  const typed = there.getByRole('textbox', { name: 'Recovery code' })
  await typed.fill(anotherCode())
  await button(there.getByRole('dialog'), 'Unlock').click()
  await there.getByText('This code does not open your wallet.').waitFor()
  await typed.fill(code)
  await button(there.getByRole('dialog'), 'Unlock').click()
  await there.locator('.facts-code').first().waitFor()
  expect(await addressOf(there)).toBe(address)

  // Now a passkey, by the code; the authenticator is the machine's.
  const machine = await second.newCDPSession(there)
  await machine.send('WebAuthn.enable')
  await machine.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
  await typeCode(there, email, () => button(there, /^Add a passkey/).click())
  const present = there.getByRole('textbox', { name: 'Your current recovery code' })
  await present.fill(anotherCode())
  await button(there, 'Continue').click()
  await button(there, 'Create passkey').click()
  await there.getByText('That is not what protects your wallet now.').waitFor()
  await present.fill(code)
  await button(there, 'Continue').click()
  // The passkey created a moment ago exists already, and is used.
  await button(there, 'Create passkey').click()
  await there.getByRole('heading', { name: 'Your passkey protects your wallet' }).waitFor()
  await button(there, 'Done').click()

  // The same machine with all data of the wallet cleared from the browser.
  await machine.send('Storage.clearDataForOrigin', { origin: site.login, storageTypes: 'all' })
  await logInOn(second, { email, page: there })
  await button(there, 'Unlock').click()
  await button(there, 'Use a recovery code instead').click()
  await there.getByRole('textbox', { name: 'Recovery code' }).waitFor()
  await button(there, 'Use a passkey instead').click()
  await button(there, 'Use passkey').click()
  await there.locator('.facts-code').first().waitFor()
  expect(await addressOf(there)).toBe(address)

  // The first browser still opens by the code, which is removed now.
  await typeCode(there, email, () => button(there, 'Remove Recovery code').click())
  await button(there, 'Use passkey').waitFor()
  await expectAccessible(there)
  await button(there, 'Use passkey').click()
  await button(there, 'Remove it').click()
  await there.getByText('Add a second way').waitFor()
  await there.getByText('Recovery code', { exact: true }).waitFor({ state: 'detached' })

  await button(there, /^Back to automatic/).click()
  await button(there, 'Use passkey').click()
  const removed = there.waitForResponse((answer) => answer.url().endsWith('/v1/passkeys/remove'))
  await button(there, 'Go back to automatic').click()
  await there.getByRole('heading', { name: 'Recovery is automatic again' }).waitFor()
  expect((await removed).ok()).toBe(true)
  await second.close()
})

test('[T92] shows the words once, after a step-up, a pause and a hold, on its own page only', async () => {
  const email = 'joan@security.test'
  const context = await site.openBrowser()
  const page = await logInOn(context, { email, path: '/export' })
  await expectAccessible(page)

  // A page that claims a step-up does not get its share.
  await page.addInitScript(() => {
    const { fetch: send } = window
    window.fetch = async (url, options) => {
      const response = await send(url, options)
      if (!String(url).endsWith('/v1/account')) return response
      const facts = { ...(await response.json()), steppedUpUntil: Date.now() + 600_000 }
      return new Response(JSON.stringify(facts), response)
    }
  })
  await page.clock.install()
  await page.reload()
  const hold = async () => {
    await page.clock.fastForward(11_000)
    await button(page, 'Hold to show the words').hover()
    await page.mouse.down()
    await page.getByRole('button', { name: 'Keep holding' }).waitFor()
    await page.clock.runFor(1_300)
    await page.mouse.up()
  }
  await button(page, 'Continue').waitFor()
  // However slow the machine is, the wait is not over before the test has looked.
  await page.clock.pauseAt(Date.now() + 5_000)
  await button(page, 'Continue').click()
  expect(await button(page, /^Wait \d+ s$/).isDisabled()).toBe(true)
  await page.clock.resume()
  const refused = page.waitForResponse((response) =>
    response.url().endsWith('/v1/shares/auth/release'),
  )
  await hold()
  expect((await refused).status()).toBe(403)
  await page.getByText('A fresh check is needed.').waitFor()

  await button(page, 'Try again').click()
  await typeCode(page, email, () => button(page, 'Continue').click())
  await button(page, /^Wait|^Hold to show/).waitFor()
  await hold()
  const list = page.getByRole('list', { name: 'The words, in order' })
  await list.waitFor()
  await expectAccessible(page)
  const shown = await list.locator('.phrase-word').allTextContents()
  expect(shown).toHaveLength(12)
  const owner = mnemonicToAccount(shown.join(' '))
  await button(page, 'Private keys instead').click()
  await button(page, 'Show the Ethereum private key').click()
  const key = (await page.locator('.key-text').textContent()) as `0x${string}`
  expect(privateKeyToAccount(key).address).toBe(owner.address)
  /** Pastes into a field of the page, which its policy does not let read the clipboard. */
  const paste = async () => {
    const field = await page.evaluateHandle(() => {
      const made = document.body.appendChild(document.createElement('textarea'))
      made.focus()
      return made
    })
    await page.keyboard.press('ControlOrMeta+V')
    return field.evaluate((made) => {
      made.remove()
      return made.value
    })
  }
  await context.grantPermissions(['clipboard-write'])
  await button(page, 'Copy the Ethereum private key').click()
  await button(page, 'Copied').waitFor()
  expect(await paste()).toBe(key)
  await button(page, 'I have them, hide now').click()
  await page.getByRole('heading', { name: 'The words are hidden' }).waitFor()
  await page.clock.fastForward(61_000)
  await expect.poll(paste).toBe('')
  expect(await page.locator('body').innerText()).not.toContain(shown.slice(0, 2).join(' '))
  expect(await page.locator('.phrase').count()).toBe(0)
  await page.goto(`${site.login}/security`)
  expect(await addressOf(page)).toBe(owner.address)

  const host = await context.newPage()
  await host.goto(`${site.dappA}/blank`)
  await host.evaluate((url) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: url }))
  }, `${site.login}/export`)
  const frame = await host.waitForEvent('framenavigated', (one) => one !== host.mainFrame())
  expect(frame.url()).toMatch(/^chrome-error:/)
})
