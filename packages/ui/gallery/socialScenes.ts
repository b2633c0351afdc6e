import { createFoyer, type Options, type Social } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { never, testConnector } from '../src/testConnector.test.kit.ts'
import { networks } from '../src/testFoyer.test.kit.ts'
import { type TestLogin, testLogin } from '../src/testLogin.test.kit.ts'
import type { ConnectingSocialData } from '../src/view.ts'
import type { OpenedWindow } from '../src/views/social/socialWindow.ts'
import type { Scene } from './scene.ts'

const six: readonly Social[] = ['google', 'x', 'discord', 'github', 'apple', 'facebook']
const wallets = [testConnector(1), testConnector(2), testConnector(3)]
const farcasterUri = 'https://farcaster.xyz/~/siwf?channelToken=Ci_3tW0kS0uVYb3mZ0bqVA'
const opened: OpenedWindow = {
  close() {},
  goTo() {},
  isClosed: () => false,
  isSource: () => false,
}

function social(
  show: (modal: Modal, login: TestLogin) => Promise<void> | void,
  {
    customLogin,
    names = six,
    ...options
  }: Partial<Options> & { names?: readonly Social[]; customLogin?: string } = {},
): Scene {
  const test = testLogin()
  Object.assign(test.connector, { customLogin })
  test.socials = names
  return {
    kit: async () =>
      createFoyer({
        projectId: 'gallery',
        networks,
        adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
        storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        features: { socials: names },
        ...options,
        connectors: [test.connector, ...(options.connectors ?? [])],
      }),
    async show(modal) {
      await modal.open()
      await show(modal, test)
      await new Promise((resolve) => setTimeout(resolve, 900))
    },
  }
}
const connecting = (data: ConnectingSocialData, answers: TestLogin['answers'] = {}): Scene =>
  social((modal, test) => {
    test.answers = answers
    modal.router.push('ConnectingSocial', data)
  })
/** A login with a Farcaster app. */
const farcaster = (answers: TestLogin['answers'] = {}): Scene =>
  social((modal, test) => {
    test.answers = {
      getFarcasterUri: async () => farcasterUri,
      connectFarcaster: never,
      ...answers,
    }
    modal.router.push('ConnectingFarcaster')
  })
const farcasterEnd = (code: 'user-rejected' | 'request-timed-out' | 'action-not-allowed') =>
  farcaster({ connectFarcaster: () => Promise.reject(new FoyerError(code)) })
type Reply = Awaited<ReturnType<NonNullable<TestLogin['answers']['connectSocial']>>>
/** After the provider's answer. */
const ended = (provider: Social, reply: Reply): Scene =>
  connecting({ provider, uri: 'https://id.example/' }, { connectSocial: async () => reply })

/** The site's own login. */
const custom = (
  connectCustom: TestLogin['answers']['connectCustom'],
  name = 'Acme Airways',
): Scene =>
  social(
    (modal, test) => {
      test.answers = { connectCustom }
      modal.router.push('ConnectingSocial', { isCustom: true })
    },
    { customLogin: name },
  )

export const socialScenes: Readonly<Record<string, Scene>> = {
  'social-connect': social(() => {}),
  'social-connect-wallets': social(() => {}, { connectors: wallets }),
  'social-connect-more': social(() => {}, { names: [...six, 'farcaster', 'telegram'] }),
  'social-connect-one': social(() => {}, { names: ['github'] }),
  'social-connect-without-email': social(() => {}, { features: { socials: six, email: false } }),
  'social-opening': connecting({ provider: 'google', opened }, { getSocialRedirectUri: never }),
  'social-waiting': connecting({ provider: 'google', opened }),
  'social-waiting-github': connecting({ provider: 'github', opened }),
  'social-leaving': connecting({ provider: 'x', opened: 'leave' }, { getSocialRedirectUri: never }),
  'social-finishing': connecting(
    { provider: 'apple', uri: 'https://id.example/' },
    { connectSocial: never },
  ),
  'social-returned': connecting({ uri: 'https://id.example/' }, { connectSocial: never }),
  'social-blocked': connecting({ provider: 'discord', opened: 'blocked' }),
  'social-webview': connecting({ provider: 'google', opened: 'webview' }),
  'social-closed': connecting({
    provider: 'facebook',
    opened: { ...opened, isClosed: () => true },
  }),
  'social-cancelled': ended('google', { action: 'FAILED', reason: 'cancelled' }),
  'social-provider': ended('telegram', { action: 'FAILED', reason: 'provider' }),
  'social-refused': ended('google', { action: 'FAILED', reason: 'refused' }),
  'social-no-email': ended('github', { action: 'FAILED', reason: 'no-email' }),
  'social-exists': ended('discord', {
    action: 'EXISTS',
    by: 'google',
    email: 'a.very.long.address.that.somebody.chose@mail.subdomain.example.com',
  }),
  'social-exists-email': ended('github', {
    action: 'EXISTS',
    by: 'email',
    email: 'ada@example.com',
  }),
  'social-link': ended('github', {
    action: 'VERIFY_DEVICE',
    email: 'ada@example.com',
    number: '583142',
  }),
  'farcaster-opening': farcaster({ getFarcasterUri: never }),
  'farcaster-waiting': farcaster(),
  'farcaster-finishing': farcaster({ connectFarcaster: async () => ({ userName: 'ada' }) }),
  'farcaster-expired': farcasterEnd('request-timed-out'),
  'farcaster-denied': farcasterEnd('user-rejected'),
  'farcaster-refused': farcasterEnd('action-not-allowed'),
  'farcaster-away': farcaster({
    getFarcasterUri: () => Promise.reject(new FoyerError('http-failed')),
  }),
  'farcaster-no-frame': farcaster({
    getFarcasterUri: () => Promise.reject(new FoyerError('frame-load-failed')),
  }),
  'custom-connect': social(() => {}, { customLogin: 'Acme Airways' }),
  'custom-connect-only': social(() => {}, {
    customLogin: 'The International Society of Very Long Names',
    features: { socials: false, email: false },
  }),
  'custom-finishing': custom(never),
  'custom-no-token': custom(async () => ({ action: 'FAILED', reason: 'no-token' })),
  'custom-refused': custom(async () => ({ action: 'FAILED', reason: 'refused' })),
  'custom-away': custom(
    () => Promise.reject(new FoyerError('request-timed-out')),
    'The International Society of Very Long Names',
  ),
  'social-no-frame': connecting(
    { provider: 'google', opened },
    { getSocialRedirectUri: () => Promise.reject(new FoyerError('frame-load-failed')) },
  ),
}
