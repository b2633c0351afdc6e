import { connect, type Social } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal, plainFoyer } from '../../makeModal.test.kit.ts'
import type { Modal } from '../../modal.ts'
import { never } from '../../testConnector.test.kit.ts'
import { type TestLogin, testLogin } from '../../testLogin.test.kit.ts'
import { beOn } from '../connect/testPairing.test.kit.ts'
import { isHiddenInTelegram, isWebView } from './webViews.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const six: readonly Social[] = ['google', 'x', 'discord', 'github', 'apple', 'facebook']
const result = 'https://id.example/oauth/result?r=one'

const namesIn = ({ element }: Modal) =>
  [...element.shadowRoot!.querySelectorAll('.connect-social button')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

beforeEach(() => page.viewport(800, 800))

/** A modal with a login; `open` stands for the browser's windows. */
async function opened(
  set: (login: TestLogin) => void = () => {},
  { names = six, open = () => null as Window | null, ...options } = {},
) {
  const login = testLogin()
  login.socials = names
  login.answers.getSocialRedirectUri = async () => 'https://id.example/oauth/start#1'
  set(login)
  const opens = vi.spyOn(window, 'open').mockImplementation(open)
  onTestFinished(() => opens.mockRestore())
  const foyer = plainFoyer({
    features: { socials: names },
    connectors: [login.connector],
    ...options,
  })
  const modal = makeModal(foyer)
  await modal.open()
  return { foyer, login, modal, opens }
}

/** A window of the login: it sends a message as the login site would. */
function testWindow() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const source = frame.contentWindow!
  const went: string[] = []
  const state = { closed: false, empty: false }
  const fake = {
    close() {
      state.closed = true
    },
    focus() {},
    get closed() {
      return state.closed
    },
    location: {
      get href() {
        if (state.empty) return 'about:blank'
        throw new DOMException('Blocked a frame from another origin', 'SecurityError')
      },
      replace: (uri: string) => went.push(uri),
    },
  }
  const send = (origin: string, data: unknown, from: unknown = fake) => {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: from })
    window.dispatchEvent(event)
  }
  frame.remove()
  return { fake: fake as unknown as Window, send, source, state, went }
}

test('[9.17, 9.20] offers what site and login site both have, in the site’s order: one wide, the rest as icons', async () => {
  const { modal } = await opened((login) => {
    login.socials = ['facebook', 'github', 'google', 'telegram', 'unknown']
  })
  await expect.element(button('Continue with Google')).toBeVisible()
  await expect.element(button('Continue with Facebook')).toBeVisible()
  expect(namesIn(modal)).toEqual([
    'Continue with Google',
    'Continue with GitHub',
    'Continue with Facebook',
  ])
  await expectAccessible(modal)
})

test('leads the window on only once its first page is there', async () => {
  const window = testWindow()
  window.state.empty = true
  await opened(undefined, { open: () => window.fake })
  await button('Continue with Google').click()
  await expect.element(page.getByText('Continue in the window that has opened.')).toBeVisible()
  expect(window.went).toEqual([])
  window.state.empty = false
  await expect.poll(() => window.went).toEqual(['https://id.example/oauth/start#1'])
})

test('[9.20] shows four icons and “More” when there are more than five', async () => {
  const names: readonly Social[] = [...six, 'telegram']
  await opened(() => {}, { names })
  await button('More').click()
  for (const name of ['Google', 'X', 'Discord', 'GitHub', 'Apple', 'Facebook', 'Telegram'])
    await expect.element(button(`Continue with ${name}`)).toBeVisible()
})

test('shows no social login where the site or the login site has none', async () => {
  const without = await opened(() => {}, { features: { socials: false } } as never)
  await expect.element(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
  expect(without.modal.element.shadowRoot?.querySelector('.connect-socials')).toBeNull()
})

test.each([
  ['Continue with Google', 'ConnectingSocial'],
  ['Continue with Farcaster', 'ConnectingFarcaster'],
  ['Continue with Acme', 'ConnectingSocial'],
  ['Use a passkey', 'ConnectPasskey'],
] as const)('[2.19] legalCheckbox blocks “%s” until it is ticked', async (name, view) => {
  const names: readonly Social[] = ['google', 'farcaster']
  const { login, modal, opens } = await opened(
    (login) => {
      Object.assign(login.connector, { customLogin: 'Acme' })
      login.answers = { connectCustom: never, connectPasskey: never }
    },
    {
      names,
      features: { socials: names, legalCheckbox: true },
      termsConditionsUrl: 'https://site.example/terms',
    } as never,
  )
  await button(name).click()
  await expectAlert('Accept the terms first.')
  expect(modal.router.read().view).toBe('Connect')
  expect(opens).not.toHaveBeenCalled()
  expect(login.asked).toEqual([])
  await page.getByRole('checkbox').click()
  await button(name).click()
  expect(modal.router.read().view).toBe(view)
})

test('[7.4, 7.5] opens the window in the click, leads it to the login, and takes its result', async () => {
  const { fake, send, went } = testWindow()
  const { foyer, login, modal, opens } = await opened(
    (login) => {
      login.answers.connectSocial = async ({ uri }) => {
        login.isIn = uri === result
        return { action: 'CONNECT' }
      }
    },
    { open: () => fake },
  )
  await button('Continue with Google').click()
  expect(opens.mock.calls[0]?.[0]).toBe('https://id.example/oauth/start')
  await expect.element(page.getByText('Continue in the window that has opened.')).toBeVisible()
  await expectAccessible(modal)
  expect(went).toEqual(['https://id.example/oauth/start#1'])
  // Another origin, another window, another message.
  send('https://evil.example', {
    k: 'foyer-social',
    resultUri: 'https://id.example/oauth/result?r=2',
  })
  send(
    'https://id.example',
    { k: 'foyer-social', resultUri: 'https://id.example/oauth/result?r=3' },
    window,
  )
  send('https://id.example', { k: 'other', resultUri: 'https://id.example/oauth/result?r=4' })
  send('https://id.example', { k: 'foyer-social', resultUri: result })
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(login.asked).toContain('connect eip155')
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('a blocked window can be opened again, or the page leaves', async () => {
  const { fake, state } = testWindow()
  const windows: (Window | null)[] = [null, fake]
  const { modal } = await opened(() => {}, { open: () => windows.shift() ?? null })
  await button('Continue with Google').click()
  await expect.element(page.getByText('Your browser blocked the window')).toBeVisible()
  await expect.element(button('Continue in this tab')).toBeVisible()
  await expectAccessible(modal)
  await button('Open the window').click()
  await expect.element(page.getByText('Continue in the window that has opened.')).toBeVisible()
  state.closed = true
  await expect.element(page.getByText('The window was closed')).toBeVisible()
  await expectAccessible(modal)
})

test.each([
  ['cancelled', 'You cancelled the login'],
  ['provider', 'GitHub doesn’t answer'],
  ['refused', 'This login could not be verified'],
  ['no-email', 'GitHub told us no email address'],
  ['removed', 'This login was removed'],
  ['held', 'This login does not work yet'],
] as const)('says what to do when the login ended with %s', async (reason, text) => {
  const { modal } = await opened((login) => {
    login.answers.connectSocial = async () => ({ action: 'FAILED', reason })
  })
  modal.router.push('ConnectingSocial', { provider: 'github', uri: result })
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(button('Try again')).toBeVisible()
  await button('Choose another way').click()
  await expect.element(button('Continue with Google')).toBeVisible()
})

test('[T68] names the login that an address already has, leads to it, and then offers to add the first one', async () => {
  const { foyer, login, modal } = await opened((login) => {
    login.answers.connectSocial = async () => ({
      action: 'EXISTS',
      by: 'email',
      email: 'a@b.example',
    })
  })
  modal.router.push('ConnectingSocial', { provider: 'github', uri: result })
  const said = /^a@b.example logs in with email. Use that/
  await expect.element(page.getByText(said)).toBeVisible()
  expect(await button('Try again').query()).toBeNull()
  await expectAccessible(modal)
  await button('Log in with email').click()
  await expect
    .element(page.getByRole('textbox', { name: 'Email address' }))
    .toHaveValue('a@b.example')
  login.isIn = true
  await connect(foyer, { connector: login.connector })
  await expect.element(page.getByText(/^Add GitHub at Security/)).toBeVisible()
  await expectAccessible(modal)
})

test('after the vault’s link the login is complete, without a code', async () => {
  const { login, modal } = await opened((login) => {
    login.answers.connectSocial = async () => ({
      ...{ action: 'VERIFY_DEVICE', email: 'a@b.example', number: '583142' },
    })
  })
  modal.router.push('ConnectingSocial', { provider: 'github', uri: result })
  await expect.element(page.getByText('583142')).toBeVisible()
  await expect.poll(login.link.waits).toBe(true)
  login.isIn = true
  login.link.approve()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(login.asked.filter((call) => call.startsWith('connectOtp'))).toEqual([])
})

test('[4.26] a page that comes back completes the login, also where nothing was prefetched', async () => {
  const login = testLogin()
  login.answers.connectSocial = async () => {
    login.isIn = true
    return { action: 'CONNECT' }
  }
  const foyer = plainFoyer({ connectors: [login.connector] })
  const modal = makeModal(foyer)
  login.emit('social', { uri: result })
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(foyer.store.get().socialUri).toBeUndefined()
  expect(modal.store.get().open).toBe(true)
})

const agent = (userAgent: string, more: object = {}) =>
  ({ navigator: { userAgent, maxTouchPoints: 0 }, ...more }) as unknown as Window
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const telegram = { TelegramWebviewProxy: {} }

test('[6.7] hides in Telegram’s app what does not work there', () => {
  for (const [from, hidden] of [
    [agent(iPhone, telegram), ['google']],
    [agent(android, telegram), ['x', 'facebook']],
    [agent(mac, telegram), ['x']],
    [agent(iPhone), []],
    [agent(android), []],
    [agent(mac), []],
  ] as const)
    expect(six.filter((name) => isHiddenInTelegram(name, from))).toEqual(hidden)
})

test('[6.7] offers in Telegram’s app what works there', async () => {
  beOn('ios')
  Object.assign(window, telegram)
  onTestFinished(() => void Reflect.deleteProperty(window, 'TelegramWebviewProxy'))
  const { modal } = await opened()
  await expect.element(button('Continue with X')).toBeVisible()
  expect(namesIn(modal)).toEqual([
    'Continue with X',
    'Continue with Discord',
    'Continue with GitHub',
    'Continue with Apple',
    'Continue with Facebook',
  ])
})

test('recognizes web views, which Google refuses', () => {
  for (const [from, is] of [
    [agent(`${iPhone} Version/19.0 Mobile/15E148 Safari/604.1`), false],
    [agent(`${iPhone} CriOS/156.0 Mobile/15E148 Safari/604.1`), false],
    [agent(`${iPhone} Mobile/15E148`), true],
    [agent(`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`), true],
    [agent(`${android} Chrome/156.0 Mobile Safari/537.36`), false],
    [agent(`${android} Version/4.0 Chrome/156.0 Mobile Safari/537.36; wv)`), true],
    [agent(`${android} Chrome/156.0 Mobile Safari/537.36 Instagram 400.0`), true],
    [agent(mac), false],
    [agent(mac, telegram), true],
  ] as const)
    expect(isWebView(from), from.navigator.userAgent).toBe(is)
})

test('offers the site’s own login by its name, also without any provider, and logs in', async () => {
  const own = (login: TestLogin) => void Object.assign(login.connector, { customLogin: 'Acme' })
  const { login, modal } = await opened(own, { features: { socials: false } } as never)
  await button('Continue with Acme').click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(login.asked[0]).toBe('connectCustom')
  await expectAccessible(modal)
})

test('says why the site’s own login did not succeed, and tries again', async () => {
  const answers: (() => Promise<
    Awaited<ReturnType<TestLogin['connector']['login']['connectCustom']>>
  >)[] = [
    async () => ({ action: 'FAILED', reason: 'no-token' }),
    async () => ({ action: 'FAILED', reason: 'refused' }),
    () => Promise.reject(new FoyerError('request-timed-out')),
    async () => ({ action: 'VERIFY_DEVICE', email: 'ada@example.com', number: '583142' }),
  ]
  const { modal } = await opened((login) => {
    Object.assign(login.connector, { customLogin: 'Acme' })
    login.answers.connectCustom = () => answers.shift()?.() ?? Promise.resolve({})
  })
  await button('Continue with Acme').click()
  await expect.element(page.getByText('Log in at Acme first')).toBeVisible()
  await expectAccessible(modal)
  await button('Try again').click()
  await expect.element(page.getByText('This login could not be verified')).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByText('Acme doesn’t answer')).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByText('ada@example.com')).toBeVisible()
})
