import { createFoyer, type Foyer } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { logos, network, networks, testFoyer } from '../src/testFoyer.test.kit.ts'
import { nativeToken, testToken } from '../src/views/account/testTokens.test.kit.ts'
import type { Scene } from './scene.ts'

type Kit = NonNullable<Parameters<typeof testFoyer>[0]>
type Profile = { profileName: string; profileImage?: string }

const never = () => new Promise<never>(() => {})
const refuse = (error: FoyerError) => () => Promise.reject(error)
const tokens = (count: number) => [
  nativeToken,
  testToken(0, { name: 'USD Coin', symbol: 'USDC', iconUrl: logos.dollar, value: 1250.5 }),
  ...Array.from({ length: count }, (_, index) => testToken(index + 1)),
]
const many = [
  ...networks,
  ...Array.from({ length: 12 }, (_, index) =>
    network(`eip155:${500 + index}`, `Network ${String.fromCharCode(65 + index)}`),
  ),
  network('eip155:77', 'A network with a name that is far too long', { testnet: true }),
  network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
]

function scene(show: (modal: Modal, foyer: Foyer) => Promise<void>, kit: Kit = {}): Scene {
  return { kit: async () => (await testFoyer(kit)).foyer, show }
}
const account = (wallet: Kit['wallet'] = {}, profile?: Profile) =>
  scene(
    async (modal, foyer) => {
      await modal.open('Account')
      if (!profile) return
      foyer.store.set((state) => ({
        ...state,
        details: { eip155: { ...state.details.eip155!, ...profile } },
      }))
    },
    { wallet },
  )
const switching = (answer: () => Promise<void>) =>
  scene(async (modal, foyer) => {
    const { connectors } = foyer.store.get()
    if (connectors[0]) Object.assign(foyer.adapters.eip155 ?? {}, { switchNetwork: answer })
    await modal.open('SwitchNetwork', { chainId: 'eip155:8453' })
  })

export const accountScenes: Readonly<Record<string, Scene>> = {
  account: account({ balance: 2n * 10n ** 18n, tokens: tokens(3) }),
  'account-named': account(
    { tokens: tokens(1) },
    { profileName: 'nadia.example', profileImage: logos.polygon },
  ),
  'account-many': account({ tokens: tokens(60) }),
  'account-empty': account({ balance: 0n }),
  'account-loading': account({ chainAnswer: never }),
  'account-failed': account({ chainAnswer: refuse(new FoyerError('rpc-failed')) }),
  'account-unsupported': account({ chainId: 'eip155:999' }),
  'account-long': account(
    {
      balance: 10n ** 76n,
      tokens: [
        testToken(1, {
          name: 'A Token Whose Name Never Ends At All',
          symbol: 'UNREASONABLE',
          value: 1e60,
          quantity: { decimals: '6', numeric: `${'9'.repeat(60)}.123456` },
        }),
      ],
    },
    { profileName: 'a-name-of-thirty-letters-or-so' },
  ),
  networks: scene((modal) => modal.open('Networks')),
  'networks-many': scene((modal) => modal.open('Networks'), { options: { networks: many } }),
  'networks-unsupported': scene((modal) => modal.open('Networks'), {
    wallet: { chainId: 'eip155:999' },
  }),
  'switch-network': switching(never),
  'switch-network-declined': switching(refuse(new FoyerError('user-rejected'))),
  'switch-network-unknown': switching(refuse(new FoyerError('chain-unrecognised'))),
  'switch-network-not-allowed': switching(refuse(new FoyerError('session-chain-unsupported'))),
  'switch-network-failed': switching(refuse(new FoyerError('rpc-failed'))),
  'unsupported-chain': scene((modal) => modal.open('UnsupportedChain'), {
    wallet: { chainId: 'eip155:999' },
  }),
  'what-is-a-network': scene(async (modal) => {
    await modal.open('Networks')
    modal.router.push('WhatIsANetwork')
  }),
  settings: scene((modal) => modal.open('Settings')),
  'button-connect': scene(place, { connected: false }),
  'button-account': scene(place),
  'button-long': scene(
    async (modal, foyer) => {
      foyer.store.set((state) => ({
        ...state,
        details: {
          eip155: { ...state.details.eip155!, profileName: 'a-name-of-thirty-letters-or-so' },
        },
      }))
      await place(modal)
    },
    { wallet: { balance: 10n ** 76n } },
  ),
  'button-unsupported': scene(place, { wallet: { chainId: 'eip155:999' } }),
  'button-reconnecting': {
    async kit() {
      const { foyer, wallet } = await testFoyer()
      wallet.answer = never
      return createFoyer(foyer.options)
    },
    show: place,
  },
}

/** Every button in both sizes, without a modal. */
async function place(modal: Modal): Promise<void> {
  modal.close()
  for (const name of ['foyer-button', 'foyer-network-button'] as const)
    for (const size of ['md', 'sm']) {
      const button = document.createElement(name)
      button.setAttribute('size', size)
      button.modal = modal
      document.querySelector('main')?.append(button, ' ')
    }
}
