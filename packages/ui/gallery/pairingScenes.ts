import { type Connector, createFoyer, type Options } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { never, testConnector, testSession } from '../src/testConnector.test.kit.ts'
import { testDirectory, testLogo, testWallet } from '../src/testDirectory.test.kit.ts'
import { networks } from '../src/testFoyer.test.kit.ts'
import type { Scene } from './scene.ts'

const uri = `wc:${'3fa1c09b7e52d846'.repeat(4)}@2?relay-protocol=irn&symKey=${'b04d9e63f8172ac5'.repeat(4)}&expiryTimestamp=1790000000`
const longName = 'The Very Long Name of a Wallet That Somebody Thought Was a Good Idea'
const metadata = {
  name: 'Harvest Market',
  description: '',
  url: 'https://site.example',
  icons: [testLogo(3)],
}

type Answer = Connector['connect']
const waits: Answer = ({ onUri }) => {
  onUri({ uri, expiresAt: Date.now() + 300_000 })
  return never()
}
const pairing = (connect: Answer = waits): Connector => ({
  id: 'walletConnect',
  type: 'WALLET_CONNECT',
  name: 'WalletConnect',
  namespaces: ['eip155'],
  imageUrl: testLogo(1),
  async prepare({ onUri, signal }) {
    onUri({ uri, expiresAt: Date.now() + 300_000 })
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
  connect,
  disconnect: async () => {},
  watch: () => () => {},
})
const options = (connect?: Answer): Partial<Options> => ({
  metadata,
  connectors: [pairing(connect)],
})
const basic = (connect?: Answer, before = () => {}): Scene => ({
  options: options(connect),
  show(modal) {
    before()
    return modal.open('ConnectingWalletConnectBasic')
  },
})
const taken: Answer = (parameters) => {
  void waits(parameters)
  parameters.onTaken()
  return never()
}
const fails =
  (code: ConstructorParameters<typeof FoyerError>[0]): Answer =>
  () =>
    Promise.reject(new FoyerError(code))
const expired: Answer = ({ onUri }) => {
  onUri({ uri, expiresAt: Date.now() - 1_000 })
  return never()
}

const everyLink = { mobile_link: 'w://', desktop_link: 'w://', webapp_link: 'https://w.example' }
const one = (
  links: Parameters<typeof testWallet>[1],
  {
    connect,
    before = () => {},
    opened = false,
    name,
  }: {
    connect?: Answer
    before?: () => void
    opened?: boolean
    name?: string
  } = {},
): Scene => ({
  options: options(connect),
  async show(modal) {
    before()
    const wallet = testWallet(4, { ...links, ...(name && { name }) })
    await modal.open()
    modal.router.push('ConnectingWalletConnect', {
      entry: {
        key: wallet.id,
        kind: 'recommended',
        name: wallet.name,
        imageUrl: name ? undefined : (wallet.image_url ?? undefined),
        installed: false,
        recent: false,
        connector: undefined,
        wallet,
      },
      obtainable: true,
      ...(opened && { opened: { name: wallet.name, href: 'w://' } }),
    })
  },
})

/** Emulates a phone's browser; wallet links open nothing. */
function onPhone(platform: 'Android 15' | 'iPhone' = 'iPhone'): void {
  Object.defineProperty(navigator, 'userAgent', { get: () => `Mozilla/5.0 (${platform})` })
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
}
const offline = () => Object.defineProperty(navigator, 'onLine', { get: () => false })
const hidden = () => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })

export const pairingScenes: Readonly<Record<string, Scene>> = {
  'pairing-connect': {
    options: {
      ...options(),
      connectors: [pairing(), testConnector(1), testConnector(2)],
    },
    directory: 462,
    show: (modal) => modal.open(),
  },
  'pairing-connect-plain': {
    options: {
      ...options(),
      connectors: [{ ...pairing(), imageUrl: undefined }, testConnector(1)],
    },
    directory: 8,
    show: (modal) => modal.open(),
  },
  'pairing-code': basic(),
  'pairing-code-loading': basic(never),
  'pairing-code-taken': basic(taken),
  'pairing-code-done': basic(async (parameters) => {
    void waits(parameters)
    return testSession
  }),
  'pairing-code-failed': basic(fails('http-failed')),
  'pairing-code-declined': basic(fails('user-rejected')),
  'pairing-code-expired': basic(expired, hidden),
  'pairing-code-offline': basic(never, offline),
  'pairing-code-legal': {
    options: {
      ...options(),
      termsConditionsUrl: 'https://site.example/terms',
      features: { legalCheckbox: true },
    },
    show: (modal) => modal.open('ConnectingWalletConnectBasic'),
  },
  'pairing-code-copied': {
    ...basic(),
    async show(modal) {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })
      await modal.open('ConnectingWalletConnectBasic')
      await press(modal, '.pairing-actions .button')
    },
  },
  'pairing-wallet': one(everyLink),
  'pairing-wallet-phone': one({ mobile_link: 'w://' }),
  'pairing-wallet-desktop': one({ desktop_link: 'w://' }),
  'pairing-wallet-web': one({ webapp_link: 'https://w.example' }),
  'pairing-wallet-taken': one({ mobile_link: 'w://' }, { connect: taken }),
  'pairing-wallet-declined': one({ desktop_link: 'w://' }, { connect: fails('user-rejected') }),
  'pairing-wallet-failed': one({ mobile_link: 'w://' }, { connect: fails('http-failed') }),
  'pairing-wallet-long': one(everyLink, { name: longName }),
  'pairing-wallet-long-open': one({ desktop_link: 'w://' }, { name: longName }),
  'pairing-ios-list': {
    async kit() {
      const directory = testDirectory(90)
      directory.wallets = directory.wallets.map((wallet) => ({ ...wallet, mobile_link: 'w://' }))
      return createFoyer({
        projectId: 'gallery',
        networks,
        adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
        storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        apiUrl: directory.url,
        ...options(),
      })
    },
    show(modal) {
      onPhone()
      return modal.open('AllWallets')
    },
  },
  'pairing-ios-opened': one({ mobile_link: 'w://' }, { before: onPhone, opened: true }),
  'pairing-ios-stayed': {
    ...one({ mobile_link: 'w://' }, { before: onPhone, opened: true }),
    async show(modal, foyer) {
      await one({ mobile_link: 'w://' }, { before: onPhone, opened: true }).show(modal, foyer)
      await new Promise((resolve) => setTimeout(resolve, 2_100))
    },
  },
  'pairing-android-code': {
    options: options(),
    directory: 462,
    show(modal) {
      onPhone('Android 15')
      return modal.open('ConnectingWalletConnectBasic')
    },
  },
}

async function press(modal: Modal, selector: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  modal.element.shadowRoot?.querySelector<HTMLElement>(selector)?.click()
}
