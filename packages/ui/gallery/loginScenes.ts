import { connect, createFoyer, type Foyer, type GrantedPermission, type Options } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { never, testConnector } from '../src/testConnector.test.kit.ts'
import { networks, testFoyer } from '../src/testFoyer.test.kit.ts'
import {
  grantPermissions,
  nameCapabilities,
  needWindow,
  type TestLogin,
  testLogin,
} from '../src/testLogin.test.kit.ts'
import { loginStateOf } from '../src/views/email/loginState.ts'
import { linkOfferOf } from '../src/views/social/linkOffer.ts'
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
        details: {
          eip155: { ...state.details.eip155!, user: { email: test.email, logins: test.logins } },
        },
      }))
      return foyer
    },
    show: (modal, foyer) => show(modal, test, foyer),
  }
}

const agent = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const granted: GrantedPermission = {
  ...{
    chainId: 'eip155:1',
    from: agent,
    to: agent,
    type: 'native-token-periodic',
    context: '0xab',
  },
  data: { periodAmount: '0x38d7ea4c68000', periodDuration: 86_400 },
  ...{ expiresAt: Date.UTC(2030, 0), rules: [], delegationManager: undefined, dependencies: [] },
}
/** An account with permissions of this site. */
const permissions = (...list: readonly GrantedPermission[]) =>
  loggedIn(
    async (modal, _, foyer) => {
      grantPermissions(foyer, list)
      await modal.open('Account')
      ;(await part(modal, '.permissions'))?.scrollIntoView({ block: 'center' })
    },
    (test) => {
      test.types = ['smartAccount', 'eoa']
    },
  )

/** An account of both types, the first one in use. */
const accountType = (types: TestLogin['types'], smartAccount: { upgraded: boolean }) =>
  loggedIn(
    async (modal, _, foyer) => {
      nameCapabilities(foyer, { smartAccount })
      await modal.open('Account')
      ;(await part(modal, '.account-type p'))?.scrollIntoView({ block: 'center' })
    },
    (test) => {
      test.types = types
    },
  )

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
  'login-ways': loggedIn(
    (modal) => modal.open('Account'),
    (test) => {
      test.logins = ['email', 'google', 'github']
    },
  ),
  'login-ways-many': loggedIn(
    async (modal) => {
      linkOfferOf(modal).set('discord')
      await modal.open('Account')
    },
    (test) => {
      test.logins = ['google', 'github', 'apple', 'facebook', 'telegram', 'x']
    },
  ),
  'login-passkey-alone': loggedIn(
    (modal) => modal.open('Account'),
    (test) => {
      test.logins = ['passkey']
    },
  ),
  'email-account-types': loggedIn(
    (modal) => modal.open('Account'),
    (test) => {
      test.types = ['smartAccount', 'eoa']
      test.email = long
    },
  ),
  'email-account-smart': accountType(['smartAccount', 'eoa'], { upgraded: false }),
  'email-account-upgraded': accountType(['smartAccount', 'eoa'], { upgraded: true }),
  'email-account-undo': accountType(['eoa', 'smartAccount'], { upgraded: true }),
  'email-account-permissions': permissions(
    granted,
    {
      ...granted,
      type: 'native-token-stream',
      context: '0xcd',
      data: { maxAmount: '0x8ac7230489e80000' },
    },
    { ...granted, type: 'contract-call', context: '0xef', data: {} },
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
