import type { Wallet } from '@foyer/protocol/api'
import { expect, test } from 'vitest'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { setDirectory } from './directory.ts'
import { isWithinReach, type Wanted } from './isWithinReach.ts'
import { listAllEntries, listSearchEntries } from './listAllEntries.ts'
import { listConnectEntries } from './listEntries.ts'
import type { WalletEntry } from './wallet.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name: id,
  chains: [],
  ...more,
})
const coinbase = wallet('Coinbase', { rdns: 'com.coinbase.wallet' })
const phantom = wallet('a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', {
  name: 'Phantom',
})

function list(wallets: Wallet[], wanted: Wanted, options: Parameters<typeof testFoyer>[0] = {}) {
  const foyer = testFoyer({ networks, ...options })
  setDirectory(foyer, { wallets })
  return listAllEntries(foyer, wanted).map(({ name }) => name)
}

test('[5.20] lists on a phone: wallets with a mobile link, Coinbase, and Phantom on Solana', () => {
  const wallets = [wallet('linked', { mobile_link: 'l://' }), wallet('none'), coinbase, phantom]
  expect(list(wallets, { mobile: true })).toEqual(['linked', 'Coinbase'])
  expect(list(wallets, { mobile: true }, { defaultNetwork: 'solana:1' })).toEqual([
    'linked',
    'Coinbase',
    'Phantom',
  ])
  expect(list(wallets, {})).toHaveLength(4)
})

test('[5.20] Coinbase and Phantom match by their ids and by their announcements', () => {
  const both = [
    wallet('fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', { name: 'C' }),
    wallet('Phantom', { rdns: 'app.phantom' }),
  ]
  expect(list(both, { mobile: true })).toEqual(['C'])
  expect(list(both, { mobile: true }, { defaultNetwork: 'solana:1' })).toEqual(['C', 'Phantom'])
  // The requested namespace counts, not the active one.
  const solana = both.map((one) => ({ ...one, chains: ['solana:1' as const] }))
  expect(list(solana, { mobile: true, namespace: 'solana' })).toEqual(['C', 'Phantom'])
})

test('[5.20] applies to each of the lists; local wallets stay', () => {
  const none = wallet('none')
  const linked = wallet('linked', { mobile_link: 'l://' })
  const wallets = [none, linked]
  const { connector } = testWallet('here', { name: 'here' })
  const foyer = testFoyer({ connectors: [connector] })
  setDirectory(foyer, { recommended: wallets, search: wallets, wallets })
  const names = (entries: WalletEntry[]) => entries.map(({ name }) => name)
  for (const entries of [
    listConnectEntries(foyer, { mobile: true }),
    listAllEntries(foyer, { mobile: true }),
    listSearchEntries(foyer, 'e', { mobile: true }),
  ])
    expect(names(entries)).toEqual(['here', 'linked'])
})

test('[5.20] treats the rdns of MetaMask in its own phone browser as MetaMask', () => {
  const { connector } = testWallet('io.metamask.mobile', { name: 'MetaMask' })
  const metamask = wallet('metamask', { name: 'MetaMask', rdns: 'io.metamask' })
  const foyer = testFoyer({ connectors: [connector] })
  setDirectory(foyer, { wallets: [metamask] })
  expect(listAllEntries(foyer, { mobile: true })).toMatchObject([
    { connector: { id: 'io.metamask.mobile' }, wallet: { id: 'metamask' }, installed: true },
  ])
})

test('[5.21] lists wallets with a mobile, desktop or web link if they can only connect by URI', () => {
  const wallets = [
    wallet('mobile', { mobile_link: 'm://' }),
    wallet('desktop', { desktop_link: 'd://' }),
    wallet('web', { webapp_link: 'https://w.example' }),
    wallet('extension', { chrome_store: 'https://c.example' }),
    wallet('known', { injected: [{ namespace: 'eip155', injected_id: 'isKnown' }] }),
    wallet('none'),
  ]
  const { connector } = testWallet('wc', { type: 'WALLET_CONNECT' })
  const linked = ['mobile', 'desktop', 'web']
  expect(list(wallets, {}, { connectors: [connector] })).toEqual(linked)
  expect(list(wallets, {})).toHaveLength(6)
  // Extensions can be installed where an adapter discovers them.
  const adapter = { discover: async () => () => {} }
  expect(list(wallets, {}, { connectors: [connector], adapter })).toEqual([
    ...linked,
    'extension',
    'known',
  ])
})

test('lists only wallets that support the given namespace', () => {
  const wallets = [
    wallet('evm', { chains: ['eip155:1'] }),
    wallet('both', { chains: ['eip155:1', 'solana:9'] }),
    wallet('unknown'),
  ]
  expect(list(wallets, { namespace: 'solana' })).toEqual(['both'])
  expect(list(wallets, { namespace: 'eip155' })).toEqual(['evm', 'both'])
  // The site's own wallet, which need not list its networks.
  const own = { kind: 'custom' as const, namespace: 'solana' as const, wallet: wallet('own') }
  const foyer = testFoyer()
  expect(isWithinReach(foyer, own)).toBe(true)
  expect(isWithinReach(foyer, { ...own, kind: 'featured' })).toBe(false)
  expect(isWithinReach(foyer, { ...own, wallet: wallet('evm', { chains: ['eip155:1'] }) })).toBe(
    false,
  )
})
