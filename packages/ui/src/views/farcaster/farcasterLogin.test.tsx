import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal, plainFoyer } from '../../makeModal.test.kit.ts'
import { type TestLogin, testLogin } from '../../testLogin.test.kit.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const uri = 'https://farcaster.example/~/siwf?channelToken=abc'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

beforeEach(() => page.viewport(800, 900))

/** A modal in which the user has chosen Farcaster. */
async function opened(set: (login: TestLogin) => void = () => {}, socials = ['farcaster']) {
  const login = testLogin()
  login.socials = socials
  login.answers.getFarcasterUri = async () => uri
  /** Ends the wait for the user's app. */
  const app: { approve: () => void; fail: (code: FoyerError['code']) => void } = {
    approve() {},
    fail() {},
  }
  login.answers.connectFarcaster = ({ signal } = {}) =>
    new Promise((resolve, reject) => {
      const fail = (code: FoyerError['code']) => reject(new FoyerError(code))
      signal?.addEventListener('abort', () => fail('request-aborted'))
      app.fail = fail
      app.approve = () => {
        login.isIn = true
        resolve({ userName: 'ada' })
      }
    })
  set(login)
  const opens = vi.spyOn(window, 'open').mockImplementation(() => null)
  const foyer = plainFoyer({
    features: { socials: ['google', 'farcaster', 'github'] },
    connectors: [login.connector],
  })
  const modal = makeModal(foyer)
  await modal.open()
  return { app, foyer, login, modal, opens }
}

test('[2.8, 7.17] shows a code and the host to check, waits for the app, and opens the wallet', async () => {
  const { app, foyer, login, modal, opens } = await opened()
  await button('Continue with Farcaster').click()
  await expect
    .element(page.getByRole('img', { name: 'QR code for your Farcaster app' }))
    .toBeVisible()
  await expect.element(page.getByText(/only if it shows .?id\.example/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open in this browser' }))
    .toHaveAttribute('href', uri)
  await expectAccessible(modal)
  expect(opens).not.toHaveBeenCalled()
  app.approve()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(login.asked).toContain('connect eip155')
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('[9.17, 9.20] stands in the site’s order, and only where the login site offers it', async () => {
  const { modal } = await opened(() => {}, ['github', 'farcaster', 'google'])
  await expect.element(button('Continue with GitHub')).toBeVisible()
  const labels = [...modal.element.shadowRoot!.querySelectorAll('.connect-social button')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )
  expect(labels).toEqual(['Google', 'Farcaster', 'GitHub'].map((name) => `Continue with ${name}`))
  modal.close()
  const other = await opened(() => {}, ['github'])
  await expect.element(button('Continue with GitHub')).toBeVisible()
  expect(other.modal.element.shadowRoot?.textContent).not.toContain('Farcaster')
})

test.each([
  ['user-rejected', 'You refused in Farcaster', 'Try again'],
  ['request-timed-out', 'This code has expired', 'New code'],
  ['action-not-allowed', 'This login could not be verified', 'Try again'],
] as const)(
  'says that the login ended with %s, and begins again only when asked',
  async (code, text, again) => {
    const { app, login, modal } = await opened()
    await button('Continue with Farcaster').click()
    await expect.element(page.getByText('Scan with your phone to open Farcaster.')).toBeVisible()
    app.fail(code)
    await expect.element(page.getByText(text)).toBeVisible()
    await expectAccessible(modal)
    const begun = () => login.asked.filter((name) => name === 'getFarcasterUri').length
    expect(begun()).toBe(1)
    await button(again).click()
    await expect.element(page.getByText('Scan with your phone to open Farcaster.')).toBeVisible()
    expect(begun()).toBe(2)
  },
)

test('says that Farcaster does not answer, and offers another way', async () => {
  await opened((login) => {
    login.answers.getFarcasterUri = () => Promise.reject(new FoyerError('http-failed'))
  })
  await button('Continue with Farcaster').click()
  await expect.element(page.getByText('Farcaster doesn’t answer')).toBeVisible()
  await button('Choose another way').click()
  await expect.element(button('Continue with Farcaster')).toBeVisible()
})

test('going back ends the wait', async () => {
  const { login } = await opened()
  const aborted = vi.fn()
  login.answers.connectFarcaster = ({ signal } = {}) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        aborted()
        reject(new FoyerError('request-aborted'))
      })
    })
  await button('Continue with Farcaster').click()
  await button('Back').click()
  await expect.element(button('Continue with Farcaster')).toBeVisible()
  expect(aborted).toHaveBeenCalledOnce()
})

test('opens the app by a link on a phone', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  onTestFinished(() => agent.mockRestore())
  await page.viewport(360, 780)
  const { modal } = await opened()
  await button('Continue with Farcaster').click()
  await expect
    .element(page.getByRole('link', { name: 'Open Farcaster' }))
    .toHaveAttribute('href', uri)
  await expect.element(button('Copy link')).toBeVisible()
  expect(modal.element.shadowRoot?.querySelector('.qr')).toBeNull()
  await expectAccessible(modal)
})
