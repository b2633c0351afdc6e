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
const opened: OpenedWindow = {
  close() {},
  goTo() {},
  isClosed: () => false,
  isSource: () => false,
}

function social(
  show: (modal: Modal, login: TestLogin) => Promise<void> | void,
  { names = six, ...options }: Partial<Options> & { names?: readonly Social[] } = {},
): Scene {
  const test = testLogin()
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
type Reply = Awaited<ReturnType<NonNullable<TestLogin['answers']['connectSocial']>>>
/** After the provider's answer. */
const ended = (provider: Social, reply: Reply): Scene =>
  connecting({ provider, uri: 'https://id.example/' }, { connectSocial: async () => reply })

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
  'social-no-frame': connecting(
    { provider: 'google', opened },
    { getSocialRedirectUri: () => Promise.reject(new FoyerError('frame-load-failed')) },
  ),
}
