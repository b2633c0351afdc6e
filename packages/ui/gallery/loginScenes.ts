import { connect, createFoyer, type Foyer, type Options } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { never, testConnector } from '../src/testConnector.test.kit.ts'
import { networks, testFoyer } from '../src/testFoyer.test.kit.ts'
import { needWindow, type TestLogin, testLogin } from '../src/testLogin.test.kit.ts'
import { loginStateOf } from '../src/views/email/loginState.ts'
import type { Scene } from './scene.ts'

const short = 'ada@example.com'
const long =
  'a.very.long.address.that.somebody.chose.for.themselves+wallet@mail.subdomain.example.com'
const wallets = [testConnector(1), testConnector(2), testConnector(3)]

/** A page with a login and no user. */
function login(
  show: (modal: Modal, login: TestLogin) => Promise<void>,
  options: Partial<Options> = {},
): Scene {
  const test = testLogin()
  return {
    kit: async () =>
      createFoyer({
        projectId: 'gallery',
        networks,
        adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
        storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        ...options,
        connectors: [test.connector, ...(options.connectors ?? [])],
      }),
    async show(modal) {
      await modal.open()
      await part(modal, '.connect-mail, .mail')
      await show(modal, test)
    },
  }
}
/** A page with a signed-in user. */
function loggedIn(
  show: (modal: Modal, login: TestLogin, foyer: Foyer) => Promise<void>,
  set: (login: TestLogin) => void = () => {},
): Scene {
  const test = testLogin()
  test.isIn = true
  set(test)
  return {
    async kit() {
      const { foyer } = await testFoyer({
        connected: false,
        options: { connectors: [test.connector] },
      })
      await connect(foyer, { connector: test.connector })
      foyer.store.set((state) => ({
        ...state,
        details: { eip155: { ...state.details.eip155!, user: { email: test.email } } },
      }))
      return foyer
    },
    show: (modal, foyer) => show(modal, test, foyer),
  }
}

async function part(modal: Modal, selector: string): Promise<HTMLElement | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = modal.element.shadowRoot?.querySelector<HTMLElement>(selector)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return null
}
async function type(modal: Modal, text: string, selector = 'input'): Promise<void> {
  const input = (await part(modal, selector)) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 100))
}
async function press(modal: Modal, selector: string): Promise<void> {
  ;(await part(modal, selector))?.click()
  await new Promise((resolve) => setTimeout(resolve, 300))
}
const send = async (modal: Modal, text: string) => {
  await type(modal, text)
  await press(modal, '.connect-mail-go')
}
const refusing = (error: FoyerError) =>
  login(async (modal, test) => {
    test.answers.connectEmail = () => Promise.reject(error)
    await send(modal, short)
  })
const device = (email: string, act: (test: TestLogin) => void = () => {}, sentAt = Date.now()) =>
  login(async (modal, test) => {
    modal.router.push('EmailVerifyDevice', { email, number: '583142', sentAt })
    await part(modal, '.mail')
    await new Promise((resolve) => setTimeout(resolve, 200))
    act(test)
  })
const otp = (
  digits: string,
  answers: TestLogin['answers'] = {},
  email = short,
  sentAt = Date.now(),
) =>
  login(async (modal, test) => {
    test.answers = answers
    modal.router.push('EmailVerifyOtp', { email, sentAt })
    await part(modal, '.code-input')
    await type(modal, digits, '.code-input')
  })
const passkey = (connectPasskey: () => Promise<void>) =>
  login(async (modal, test) => {
    test.answers = { connectPasskey }
    modal.router.push('ConnectPasskey')
    await part(modal, '.mail-status')
  })
const update = (act: (modal: Modal, test: TestLogin) => Promise<void> = async () => {}) =>
  loggedIn(async (modal, test) => {
    await modal.open('Account')
    modal.router.push('UpdateEmail')
    await part(modal, '.mail')
    await act(modal, test)
  })
const secondStep = async (modal: Modal) => {
  await type(modal, 'new@example.com', '.mail input')
  await press(modal, '.mail .button')
}
const approving = (act: (test: TestLogin, modal: Modal) => Promise<void> = async () => {}) =>
  loggedIn(async (modal, test) => {
    test.request('eth_sendTransaction').catch(() => {})
    await part(modal, '.approve')
    await act(test, modal)
  })
const asWindow = (opens: boolean, presses: boolean) => async (test: TestLogin, modal: Modal) => {
  needWindow(test, () => opens)
  await new Promise((resolve) => setTimeout(resolve, 100))
  if (presses) await press(modal, '.approve .button')
}
const terms = {
  termsConditionsUrl: 'https://site.example/terms',
  privacyPolicyUrl: 'https://site.example/privacy',
  features: { legalCheckbox: true },
}

export const loginScenes: Readonly<Record<string, Scene>> = {
  'email-connect': login(async () => {}),
  'passkey-waiting': passkey(() => never()),
  'passkey-closed': passkey(() => Promise.reject(new FoyerError('user-rejected'))),
  'email-connect-wallets': login((modal) => type(modal, short), { connectors: wallets }),
  'email-connect-collapsed': login(async () => {}, {
    connectors: wallets,
    features: { emailShowWallets: false },
  }),
  'email-connect-legal': login((modal) => send(modal, short), { connectors: wallets, ...terms }),
  'email-connect-long': login((modal) => type(modal, long)),
  'email-connect-invalid': login((modal) => send(modal, 'ada@example')),
  'email-connect-sending': login(async (modal, test) => {
    test.answers.connectEmail = never
    await send(modal, short)
  }),
  'email-connect-throttled': refusing(new FoyerError('email-throttled', { values: { n: 27 } })),
  'email-connect-no-frame': refusing(new FoyerError('frame-load-failed')),
  'email-connect-ended': login(async (modal) => {
    loginStateOf(modal).set({ email: short, ended: true, waits: undefined })
  }),
  'email-device': device(short),
  'email-device-again': device(short, undefined, 0),
  'email-device-long': device(long),
  'email-device-denied': device(short, (test) => test.link.fail(new FoyerError('user-rejected'))),
  'email-device-expired': device(
    short,
    (test) => test.link.fail(new FoyerError('request-timed-out')),
    0,
  ),
  'email-device-failed': device(short, (test) =>
    test.link.fail(new FoyerError('request-timed-out')),
  ),
  'email-otp': otp('12'),
  'email-otp-empty': otp('', {}, short, 0),
  'email-otp-long': otp('123', {}, long),
  'email-otp-wrong': otp('123457'),
  'email-otp-checking': otp('123456', { connectOtp: never }),
  'email-otp-failed': otp('123456', {
    connectOtp: () => Promise.reject(new FoyerError('request-timed-out')),
  }),
  'email-account': loggedIn((modal) => modal.open('Account')),
  'email-account-types': loggedIn(
    (modal) => modal.open('Account'),
    (test) => {
      test.types = ['smartAccount', 'eoa']
      test.email = long
    },
  ),
  'email-update': update(),
  'email-update-invalid': update(async (modal) => {
    await type(modal, 'ada@example.com', '.mail input')
    await press(modal, '.mail .button')
  }),
  'email-update-primary': update(secondStep),
  'email-update-secondary': update(async (modal) => {
    await secondStep(modal)
    await type(modal, '123456', '.code-input')
  }),
  'email-update-done': update(async (modal) => {
    await secondStep(modal)
    await type(modal, '123456', '.code-input')
    await part(modal, '.code-input:not(:read-only)')
    await type(modal, '123456', '.code-input')
  }),
  approve: approving(),
  'approve-window': approving(asWindow(true, false)),
  'approve-opened': approving(asWindow(true, true)),
  'approve-blocked': approving(asWindow(false, true)),
  'approve-many': approving(async (test) => {
    for (let count = 0; count < 4; count += 1) test.request('personal_sign').catch(() => {})
  }),
  'approve-refused': loggedIn(async (modal, test) => {
    await modal.open('Account')
    test.request('eth_sign').catch(() => {})
    await part(modal, '.notice-bar')
  }),
}
