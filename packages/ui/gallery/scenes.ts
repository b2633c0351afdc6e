import { type Connector, connect, createFoyer, type Foyer } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { entryOf, never, testConnector, testSession } from '../src/testConnector.test.kit.ts'
import { testDirectory, testWallet } from '../src/testDirectory.test.kit.ts'
import { networks } from '../src/testFoyer.test.kit.ts'
import { accountScenes } from './accountScenes.ts'
import { activityScenes } from './activityScenes.ts'
import { buyScenes } from './buyScenes.ts'
import { callsScenes } from './callsScenes.ts'
import { connectionScenes } from './connectionScenes.ts'
import { loginScenes } from './loginScenes.ts'
import { nftScenes } from './nftScenes.ts'
import { pairingScenes } from './pairingScenes.ts'
import { payScenes } from './payScenes.ts'
import { previewScenes } from './previewScenes.ts'
import type { Scene } from './scene.ts'
import { sendScenes } from './sendScenes.ts'
import { signInScenes } from './signInScenes.ts'
import { socialScenes } from './socialScenes.ts'
import { swapScenes } from './swapScenes.ts'

const longName = 'The Very Long Name of a Wallet That Somebody Thought Was a Good Idea'
const failing = (error: FoyerError) => testConnector(1, { connect: () => Promise.reject(error) })
const connecting = (connector: Connector): Scene => ({
  show: (modal) => modal.open('ConnectingExternal', { entry: entryOf(connector) }),
})
const three = [testConnector(1), testConnector(2), testConnector(3)]
const terms = {
  termsConditionsUrl: 'https://site.example/terms',
  privacyPolicyUrl: 'https://site.example/privacy',
}

export const scenes: Readonly<Record<string, Scene>> = {
  connect: { options: { connectors: three }, directory: 462, show: (modal) => modal.open() },
  'connect-legal': {
    options: { connectors: three, ...terms, features: { legalCheckbox: true } },
    directory: 462,
    async show(modal) {
      await modal.open()
      modal.element.shadowRoot?.querySelector<HTMLElement>('.row')?.click()
    },
  },
  'connect-note': { options: { connectors: three, ...terms }, show: (modal) => modal.open() },
  'connect-empty': { show: (modal) => modal.open() },
  'connect-long': {
    options: {
      connectors: [
        testConnector(1, { name: longName }),
        testConnector(2, { name: '🦊 محفظة', imageUrl: undefined }),
        testConnector(3, { name: '<b>bold</b>', imageUrl: 'https://broken.invalid/x.png' }),
      ],
    },
    directory: 12_345,
    show: (modal) => modal.open(),
  },
  'connect-collapsed': {
    options: { connectors: three, features: { collapseWallets: true } },
    show: (modal) => modal.open(),
  },
  connecting: connecting(testConnector(1)),
  'connect-waiting': {
    options: { connectors: three },
    directory: 462,
    async show(modal, foyer) {
      const [connector] = foyer.store.get().connectors
      if (connector) connect(foyer, { connector }).catch(() => {})
      await modal.open('Connect')
    },
  },
  'connecting-pending': connecting(
    testConnector(1, {
      connect({ onPending }) {
        onPending()
        return never()
      },
    }),
  ),
  'connecting-declined': connecting(failing(new FoyerError('user-rejected'))),
  'connecting-failed': connecting(failing(new FoyerError('internal'))),
  'connecting-timed-out': connecting(failing(new FoyerError('request-timed-out'))),
  'connecting-long': connecting(testConnector(2, { name: longName, imageUrl: undefined })),
  'connecting-done': connecting(
    testConnector(1, {
      connect: async () => testSession,
    }),
  ),
  'all-wallets': {
    options: { connectors: three.slice(0, 2) },
    directory: 130,
    show: (modal) => modal.open('AllWallets'),
  },
  'all-wallets-search': {
    directory: 130,
    async show(modal) {
      await modal.open('AllWallets')
      await search(modal, 'vault')
    },
  },
  'all-wallets-nothing': {
    directory: 130,
    async show(modal) {
      await modal.open('AllWallets')
      await search(modal, 'zebra crossing')
    },
  },
  'all-wallets-loading': {
    directory: 130,
    answer: never,
    show: (modal) => modal.open('AllWallets'),
  },
  'all-wallets-failed': {
    directory: 130,
    answer: () => Promise.reject(new TypeError('offline')),
    show: (modal) => modal.open('AllWallets'),
  },
  'what-is-a-wallet': {
    async show(modal) {
      await modal.open()
      modal.router.push('WhatIsAWallet')
    },
  },
  'get-wallet': {
    directory: 130,
    async show(modal) {
      await modal.open('GetWallet')
    },
  },
  'get-wallet-one': {
    async show(modal) {
      await modal.open()
      modal.router.push('GetWallet', {
        wallet: testWallet(4, { webapp_link: 'https://w.example' }),
      })
    },
  },
  'get-wallet-none': { show: (modal) => modal.open('GetWallet') },
  ...accountScenes,
  ...sendScenes,
  ...activityScenes,
  ...nftScenes,
  ...buyScenes,
  ...pairingScenes,
  ...callsScenes,
  ...connectionScenes,
  ...loginScenes,
  ...socialScenes,
  ...signInScenes,
  ...swapScenes,
  ...payScenes,
  ...previewScenes,
}

async function search(modal: Modal, text: string): Promise<void> {
  const input = modal.element.shadowRoot?.querySelector('input')
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Creates the instance of a scene. */
export function kitOf({ answer, directory, options }: Scene): Foyer {
  if (directory !== undefined) {
    const wallets = testDirectory(directory)
    if (answer) wallets.answer = answer
  }
  return createFoyer({
    projectId: 'gallery',
    networks,
    adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    ...(directory === undefined ? {} : { apiUrl: 'https://api.invalid' }),
    ...options,
  })
}
