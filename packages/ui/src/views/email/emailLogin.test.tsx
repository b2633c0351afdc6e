import { connect, disconnect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateMedia } from '../../emulateMedia.test.kit.ts'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeModal,
  plainFoyer,
  recordText,
} from '../../makeModal.test.kit.ts'
import type { Modal } from '../../modal.ts'
import { testConnector } from '../../testConnector.test.kit.ts'
import { type TestLogin, testLogin } from '../../testLogin.test.kit.ts'

const field = () => page.getByRole('textbox', { name: 'Email address' })
const code = () => page.getByRole('textbox', { name: 'Code of six digits' })
const heading = (name: string) => page.getByRole('heading', { name })

beforeEach(() => page.viewport(800, 800))

async function opened(
  set: (login: TestLogin) => void = () => {},
  options: Parameters<typeof plainFoyer>[0] = {},
) {
  const login = testLogin()
  set(login)
  const foyer = plainFoyer({
    ...options,
    connectors: [login.connector, ...(options?.connectors ?? [])],
  })
  const modal = makeModal(foyer)
  await modal.open()
  return { foyer, login, modal }
}
async function type(email = 'ada@example.com') {
  await field().fill(email)
  await userEvent.keyboard('{Enter}')
}
/** Inside a shadow root. */
const expectCodeFocus = (modal: Modal) =>
  expect.poll(() => modal.element.shadowRoot?.activeElement?.className).toBe('code-input')
const stateOf = ({ foyer }: Pick<Awaited<ReturnType<typeof opened>>, 'foyer'>) =>
  foyer.store.get().connections.eip155?.status

test('[4.5] [5.1] [5.2] logs in with an address, the link and the code, and shows the account', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  const all = await opened()
  const { login, modal } = all
  await expect.element(field()).toBeVisible()
  await expect.element(field()).toHaveAttribute('autocomplete', 'email')
  await expectAccessible(modal)

  await type('not an address')
  await expectAlert('Enter a whole email address, like name@example.com.')
  await expectAccessible(modal)
  expect(login.asked).toEqual([])

  await type(' Ada@Example.com ')
  await expect.element(heading('Check your email')).toBeVisible()
  expect(login.asked[0]).toBe('connectEmail Ada@Example.com')
  await expect.element(page.getByText('Ada@Example.com')).toBeVisible()
  await expect.element(page.getByText('583142')).toBeVisible()
  await expect.element(page.getByText('The link may ask for the last two digits.')).toBeVisible()
  await expectAccessible(modal)

  await expect.poll(login.link.waits).toBe(true)
  login.link.approve()
  await expectCodeFocus(modal)
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(code()).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(modal)

  await userEvent.keyboard('654321')
  await expectAlert('This code is wrong or no longer valid.')
  await expect.element(code()).toHaveValue('')
  await expectCodeFocus(modal)
  expect(getComputedStyle(inside(modal, '.code-cells')).animationName).toBe('shake')
  await expectAccessible(modal)

  login.code = '012345'
  await userEvent.keyboard('012345')
  await expect.element(heading('Account')).toBeVisible()
  expect(login.asked).toContain('connectOtp 012345')
  expect(login.asked.at(-1)).toBe('connect eip155')
  expect(stateOf(all)).toBe('connected')
  await expect.poll(() => modal.store.get().open).toBe(true)
})

test('[4.5] CONNECT continues at once', async () => {
  const all = await opened((login) => {
    login.isIn = true
    login.answers.connectEmail = async () => ({ action: 'CONNECT' })
  })
  await type()
  await expect.element(heading('Account')).toBeVisible()
  expect(stateOf(all)).toBe('connected')
})

test('[4.5] VERIFY_OTP asks for the code only; accepts a pasted one, in any numerals', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
  })
  await type()
  await expectCodeFocus(all.modal)
  const data = new DataTransfer()
  data.setData('text', '١٢٣ ٤٥٦')
  inside(all.modal, '.code-input').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  )
  await expect.element(heading('Account')).toBeVisible()
  expect(all.login.asked).toContain('connectOtp 123456')
})

test('arrow keys move between digits, and typing replaces one', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
  })
  await type()
  await expectCodeFocus(all.modal)
  await userEvent.keyboard('12945')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect
    .poll(() => inside(all.modal, '.code-cells > [data-current="true"]').textContent)
    .toBe('9')
  await userEvent.keyboard('3')
  await expect.element(code()).toHaveValue('12345')
  await userEvent.keyboard('{End}6')
  await expect.poll(() => all.login.asked).toContain('connectOtp 123456')
})

test('error: keeps a code that could not be verified, and sends it again', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
    login.answers.connectOtp = () => Promise.reject(new FoyerError('request-timed-out'))
  })
  await type()
  await expectCodeFocus(all.modal)
  await userEvent.keyboard('123456')
  await expectAlert('The login took too long to answer. Try again.')
  await expect.element(code()).toHaveValue('123456')
  delete all.login.answers.connectOtp
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(heading('Account')).toBeVisible()
})

test('error: retries a wallet that fails after the code, without another code', async () => {
  const all = await opened((login) => {
    login.answers.connectEmail = async () => ({ action: 'VERIFY_OTP' })
    login.answers.connectOtp = async () => {}
  })
  await type()
  await expectCodeFocus(all.modal)
  await userEvent.keyboard('123456')
  await expectAlert('You are logged in, but your wallet could not be opened. Try again.')
  await expectAccessible(all.modal)
  all.login.isIn = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(heading('Account')).toBeVisible()
  expect(all.login.asked.filter((one) => one.startsWith('connectOtp'))).toHaveLength(1)
})

test('[5.8] [8.9] another mail is possible 30 s after the last one, with a countdown', async () => {
  const { login, modal } = await opened()
  const email = 'ada@example.com'
  const isEarly = recordText(modal, /^Please try again after [2-5] seconds$/)
  const isOffered = recordText(modal, /^Send again$/)
  modal.router.push('EmailVerifyDevice', { email, number: '583142', sentAt: Date.now() - 25_000 })
  await expect.poll(isEarly).toBe(true)
  expect(isOffered()).toBe(false)
  const isSent = recordText(modal, 'A new mail is on its way.')
  const isCounting = recordText(modal, /^Please try again after (30|2[5-9]) seconds$/)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(isSent).toBe(true)
  // Opening the first mail's link would have no effect.
  await expect.element(page.getByText('Waiting for you to open the newest link')).toBeVisible()
  await expect.poll(isCounting).toBe(true)
  expect(login.asked).toContain('connectEmail ada@example.com')

  // The server has sent a mail that another page requested.
  login.answers.connectEmail = () =>
    Promise.reject(new FoyerError('email-throttled', { values: { n: 12 } }))
  modal.router.replace('EmailVerifyOtp', { email, sentAt: 0 })
  const isThrottled = recordText(modal, /^Please try again after (1[0-2]|[5-9]) seconds$/)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(isThrottled).toBe(true)
})

test('[8.9] reports an early mail request on Connect, unless a mail of this page is pending', async () => {
  const { login, modal } = await opened()
  await type()
  await expect.element(page.getByText('583142')).toBeVisible()
  login.answers.connectEmail = () =>
    Promise.reject(new FoyerError('email-throttled', { values: { n: 21 } }))
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect.element(field()).toHaveValue('ada@example.com')
  await type()
  await expect.element(page.getByText('583142')).toBeVisible()
  modal.router.back()
  await type('bob@example.com')
  await expectAlert('Please try again after 21 seconds')
})

test.each([
  ['user-rejected', 'You said it was not you', 'Send a new link', 'newest link', Date.now()],
  ['request-timed-out', 'This link has expired', 'Send a new link', 'newest link', 0],
  ['request-timed-out', 'No answer from the login', 'Try again', 'link', Date.now()],
  [
    'account-frozen',
    'This account is frozen. Unfreeze it with the link of the mail that told you so.',
    ...(['Try again', 'link', Date.now()] as const),
  ],
] as const)(
  'error: %s while waiting for the link: %s',
  async (errorCode, text, action, waitsFor, sentAt) => {
    const { login, modal } = await opened()
    modal.router.push('EmailVerifyDevice', { email: 'ada@example.com', sentAt })
    await expect.poll(login.link.waits).toBe(true)
    login.link.fail(new FoyerError(errorCode))
    await expectAlert(text)
    await expectAccessible(modal)
    await page.getByRole('button', { name: action }).click()
    await expect
      .element(page.getByText(`Waiting for you to open the ${waitsFor}`, { exact: true }))
      .toBeVisible()
    await expect.poll(() => login.asked.filter((one) => one === 'connectDevice').length).toBe(2)
    login.link.approve()
    await expect.element(code()).toBeVisible()
  },
)

test('shows being offline, and waits again when the network is back', async () => {
  const { login, modal } = await opened()
  modal.router.push('EmailVerifyDevice', { email: 'ada@example.com', sentAt: Date.now() })
  await expect.poll(login.link.waits).toBe(true)
  window.dispatchEvent(new Event('offline'))
  await expect
    .element(page.getByText('You seem to be offline. It goes on when you are back.'))
    .toBeVisible()
  login.link.fail(new FoyerError('http-failed'))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Waiting for you to open the link')).toBeVisible()
  await expect.poll(() => login.asked.filter((one) => one === 'connectDevice').length).toBe(2)
})

test('error: reports a frame that does not load, and retries', async () => {
  const { login, modal } = await opened((test) => {
    test.answers.connectEmail = () => Promise.reject(new FoyerError('frame-load-failed'))
  })
  await type()
  await expectAlert(/The login could not be loaded/)
  await expectAccessible(modal)
  delete login.answers.connectEmail
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect.element(heading('Check your email')).toBeVisible()
})

test('[2.19] the terms come before the mail', async () => {
  const { login } = await opened(undefined, {
    termsConditionsUrl: 'https://site.example/terms',
    features: { legalCheckbox: true },
  })
  await type()
  await expectAlert('Accept the terms first.')
  expect(login.asked).toEqual([])
  await page.getByRole('checkbox').click()
  await type()
  await expect.element(heading('Check your email')).toBeVisible()
})

test('[9.17] email before wallets, unless a wallet is installed; the login itself is not listed', async () => {
  const options = { apiUrl: 'https://api.invalid', features: { analytics: false } }
  const first = await opened(undefined, options)
  await expect.element(field()).toBeVisible()
  const places = ({ element }: Modal) =>
    [...(element.shadowRoot?.querySelectorAll('.connect-email, ul') ?? [])].map((one) =>
      one.matches('ul') ? 'wallet' : 'email',
    )
  await expect.poll(() => places(first.modal)).toEqual(['email', 'wallet'])
  first.modal.destroy()
  const second = await opened(undefined, { ...options, connectors: [testConnector(1)] })
  await expect.element(field()).toBeVisible()
  expect(places(second.modal)).toEqual(['wallet', 'email'])
  expect(page.getByRole('button', { name: /Embedded wallet/ }).elements()).toEqual([])
})

test('[2.20] the wallets are behind one row with emailShowWallets off', async () => {
  await opened(undefined, { connectors: [testConnector(1)], features: { emailShowWallets: false } })
  await expect.element(field()).toBeVisible()
  expect(page.getByRole('button', { name: /Marigold/ }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect.element(page.getByRole('button', { name: /Marigold/ })).toBeVisible()
})

test('shows no email field without a login connector, or with features.email off', async () => {
  const off = await opened(undefined, {
    features: { email: false },
    connectors: [testConnector(1)],
  })
  await expect.element(page.getByRole('button', { name: /Marigold/ })).toBeVisible()
  expect(off.modal.element.shadowRoot?.querySelector('.connect-email')).toBeNull()
  off.modal.destroy()
  const modal = makeModal(plainFoyer({ connectors: [testConnector(1)] }))
  await modal.open()
  await expect.element(page.getByRole('button', { name: /Marigold/ })).toBeVisible()
  expect(modal.element.shadowRoot?.querySelector('.connect-email')).toBeNull()
})

test('an expired session leads back to the login, with its address', async () => {
  const { foyer, login, modal } = await opened((test) => {
    test.isIn = true
  })
  await expect.element(field()).toBeVisible()
  await connect(foyer, { connector: login.connector })
  await expect.element(heading('Account')).toBeVisible()
  // Usually a request detects it; its failure needs no notice then.
  const request = login.request('personal_sign')
  login.end()
  for (const { fail } of login.waiting.values()) fail(new FoyerError('not-connected'))
  await expect(request).rejects.toMatchObject({ code: 'not-connected' })
  await expect
    .element(page.getByText('Your session has ended. Log in again to go on.'))
    .toBeVisible()
  await expect.element(field()).toHaveValue('ada@example.com')
  await expectAccessible(modal)
  expect(page.getByText('The request failed.').elements()).toEqual([])

  // A closed modal stays closed; it is shown the next time.
  login.isIn = true
  await connect(foyer, { connector: login.connector })
  modal.close()
  await expect.poll(() => modal.store.get().open).toBe(false)
  login.end()
  await expect.poll(() => foyer.store.get().connections.eip155?.status).toBe('disconnected')
  expect(modal.store.get().open).toBe(false)
  await modal.open()
  await expect
    .element(page.getByText('Your session has ended. Log in again to go on.'))
    .toBeVisible()
})

test('a session that expired before the modal existed is reported at the first opening', async () => {
  const foyer = plainFoyer({ connectors: [testLogin().connector] })
  foyer.store.set((state) => ({ ...state, lostLogin: { email: 'ada@example.com' } }))
  const modal = makeModal(foyer)
  await modal.open()
  await expect
    .element(page.getByText('Your session has ended. Log in again to go on.'))
    .toBeVisible()
  await expect.element(field()).toHaveValue('ada@example.com')
})

test("[4.9] sends no notice after the user's own sign-out, and clears the address", async () => {
  const { foyer, login, modal } = await opened((test) => {
    test.isIn = true
  })
  await expect.element(field()).toBeVisible()
  await connect(foyer, { connector: login.connector })
  await expect.element(heading('Account')).toBeVisible()
  await disconnect(foyer)
  await modal.open()
  await expect.element(field()).toHaveValue('')
  expect(page.getByText('Your session has ended. Log in again to go on.').elements()).toEqual([])
})

test("[7.13] [7.14] sends the site's theme to the login, now and on changes", async () => {
  const { login, modal } = await opened(undefined, {
    themeMode: 'light',
    themeVariables: { 'color-accent': '#b45309' },
    metadata: { name: 'A site', description: '', url: 'https://site.example', icons: [] },
  })
  await expect.poll(() => login.facts.length).toBeGreaterThan(0)
  expect(login.facts[0]?.theme).toEqual({
    themeMode: 'light',
    themeVariables: { 'color-accent': '#b45309' },
  })
  expect(login.facts[0]?.metadata?.name).toBe('A site')
  modal.setThemeMode('dark')
  expect(login.facts.at(-1)?.theme?.themeMode).toBe('dark')
  modal.setThemeVariables({ 'color-accent': '#123456' })
  expect(login.facts.at(-1)?.theme?.themeVariables).toEqual({ 'color-accent': '#123456' })
  // The system's theme is resolved to light or dark.
  modal.setThemeMode(undefined)
  expect(login.facts.at(-1)?.theme?.themeMode).toMatch(/^(light|dark)$/)
})

test("reports the frame's configuration problems to the developer, once", async () => {
  const { foyer, login } = await opened()
  await expect.poll(() => login.facts.length).toBeGreaterThan(0)
  login.emit('alert', 'frame-load-failed')
  login.emit('alert', 'frame-load-failed')
  expect(foyer.store.get().alerts).toEqual([
    {
      code: 'frame-load-failed',
      title: 'Network Error',
      meaning: 'The embedded wallet could not be loaded.',
    },
  ])
})

test('email only: a view of its own, for a site without other ways', async () => {
  const { login, modal } = await opened(undefined, {
    termsConditionsUrl: 'https://site.example/terms',
  })
  await modal.open('ConnectEmail')
  await expect.element(field()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'terms of service' })).toBeVisible()
  await expectAccessible(modal)
  login.isIn = true
  login.answers.connectEmail = async () => ({ action: 'CONNECT' })
  await type()
  await expect.element(heading('Account')).toBeVisible()
})
