import type { Wallet } from '@foyer/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Connector, type ConnectorType, connectorTypes } from '../connector/connector.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { setDirectory } from './directory.ts'
import { listAllEntries, listSearchEntries } from './listAllEntries.ts'
import { listConnectEntries } from './listEntries.ts'
import type { RecentWallet } from './recentWallet.ts'
import { type EntryKind, entryKinds } from './wallet.ts'

const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name: `Directory ${id}`,
  chains: [],
  mobile_link: `${id}://`,
  ...more,
})
const connector = (id: string, type: ConnectorType = 'ANNOUNCED', more: object = {}) =>
  testWallet(id, { type, info: type === 'ANNOUNCED' ? { rdns: id } : undefined, ...more }).connector

type Setup = Parameters<typeof testFoyer>[0] & {
  recents?: RecentWallet[]
  directory?: Parameters<typeof setDirectory>[1]
}
function make({ directory = {}, recents = [], ...options }: Setup = {}) {
  const foyer = testFoyer({ apiUrl: 'https://api.example', ...options })
  setDirectory(foyer, directory)
  foyer.store.set((state) => ({ ...state, recentWallets: recents }))
  return foyer
}
const kinds = (foyer: ReturnType<typeof make>) =>
  listConnectEntries(foyer).map(({ kind, name }) => `${kind}: ${name}`)

const oneOfEach = {
  connectors: [
    connector('ext', 'EXTERNAL'),
    connector('inj', 'INJECTED'),
    connector('wc', 'WALLET_CONNECT'),
    connector('mail', 'AUTH'),
  ],
  customWallets: [wallet('custom')],
  directory: {
    featured: [wallet('featured')],
    recommended: [wallet('recommended')],
    recent: [wallet('recent')],
  },
  recents: [{ id: 'recent' }],
}

test('[9.18] walletConnect, recent, injected, featured, custom, external, recommended', () => {
  const foyer = make({ ...oneOfEach, directory: { ...oneOfEach.directory, recommended: [] } })
  expect(kinds(foyer)).toEqual([
    'walletConnect: Wallet wc',
    'recent: Directory recent',
    'injected: Wallet inj',
    'featured: Directory featured',
    'custom: Directory custom',
    'external: Wallet ext',
  ])
})

test('[9.18] keeps that order for any two of them', () => {
  const { connectors, customWallets, directory, recents } = oneOfEach
  const [external, injected, walletConnect] = connectors
  const only: Record<EntryKind, Setup> = {
    walletConnect: { connectors: [walletConnect] as Connector[] },
    recent: { recents, directory: { recent: directory.recent } },
    injected: { connectors: [injected] as Connector[] },
    featured: { directory: { featured: directory.featured } },
    custom: { customWallets },
    external: { connectors: [external] as Connector[] },
    recommended: { directory: { recommended: directory.recommended } },
  }
  expect(Object.keys(only)).toEqual(entryKinds)
  for (const [index, first] of entryKinds.entries())
    for (const second of entryKinds.slice(index + 1)) {
      const [a, b] = [only[second], only[first]]
      const foyer = make({
        ...a,
        ...b,
        connectors: [...(a.connectors ?? []), ...(b.connectors ?? [])],
        directory: { ...a.directory, ...b.directory },
      })
      expect(listConnectEntries(foyer).map(({ kind }) => kind)).toEqual([first, second])
    }
})

test('[3.9] places each type of connector; a login is in no list', () => {
  const kindsOf: Record<ConnectorType, string[]> = {
    ANNOUNCED: ['injected'],
    INJECTED: ['injected'],
    WALLET_CONNECT: ['walletConnect'],
    AUTH: [],
    EXTERNAL: ['external'],
    MULTI_CHAIN: ['injected'],
    ID_AUTH: ['external'],
  }
  for (const type of connectorTypes)
    expect(
      listConnectEntries(make({ connectors: [connector('w', type)] })).map(({ kind }) => kind),
      type,
    ).toEqual(kindsOf[type])
})

test('[9.18] the site can set another order; unnamed groups come after', () => {
  const foyer = make({
    ...oneOfEach,
    features: { connectorTypeOrder: ['featured', 'injected'] },
  })
  expect(kinds(foyer)).toEqual([
    'featured: Directory featured',
    'injected: Wallet inj',
    'walletConnect: Wallet wc',
    'recent: Directory recent',
    'custom: Directory custom',
    'external: Wallet ext',
  ])
})

test('[9.14] recommended wallets fill up to four', () => {
  const recommended = ['1', '2', '3', '4'].map((id) => wallet(id))
  const count = (installed: number) =>
    listConnectEntries(
      make({
        connectors: Array.from({ length: installed }, (_, index) => connector(`w${index}`)),
        directory: { recommended },
      }),
    ).filter(({ kind }) => kind === 'recommended').length
  expect([0, 1, 3, 4, 6].map(count)).toEqual([4, 3, 1, 0, 0])
})

test('a login is not listed as a wallet, even if it was used last', () => {
  const foyer = make({ connectors: [connector('mail', 'AUTH')], recents: [{ id: 'mail' }] })
  expect(kinds(foyer)).toEqual([])
})

test('[3.8] installed is derived: a wallet of this browser, in any list', () => {
  const foyer = make({
    connectors: [connector('org.a'), connector('wc', 'WALLET_CONNECT')],
    directory: { featured: [wallet('a', { rdns: 'org.a', image_id: 'i' }), wallet('b')] },
  })
  expect(listConnectEntries(foyer).map(({ installed, name }) => [name, installed])).toEqual([
    ['Wallet wc', false],
    ['Wallet org.a', true],
    ['Directory b', false],
  ])
})

test('[5.19] duplicates across detected, recent and listed wallets are removed by rdns and id', () => {
  const foyer = make({
    connectors: [connector('org.a'), connector('org.b', 'ANNOUNCED', { explorerId: 'b' })],
    recents: [{ id: 'x', rdns: 'org.a' }, { id: 'b' }],
    customWallets: [wallet('a2', { rdns: 'org.a' }), wallet('b')],
    directory: {
      featured: [wallet('a1', { rdns: 'org.a' }), wallet('b', { rdns: null })],
      recommended: [wallet('a1', { rdns: 'org.a' }), wallet('c'), wallet('c')],
      wallets: [wallet('a1', { rdns: 'org.a' }), wallet('b'), wallet('c'), wallet('c')],
      search: [wallet('b'), wallet('c')],
    },
  })
  expect(kinds(foyer)).toEqual([
    'recent: Wallet org.a',
    'recent: Wallet org.b',
    'recommended: Directory c',
  ])
  expect(listConnectEntries(foyer).map(({ recent }) => recent)).toEqual([true, true, false])
  expect(listAllEntries(foyer).map(({ name }) => name)).toEqual([
    'Wallet org.a',
    'Wallet org.b',
    'Directory c',
  ])
  expect(listSearchEntries(foyer, 'wallet').map(({ name }) => name)).toEqual([
    'Wallet org.a',
    'Wallet org.b',
    'Directory c',
  ])
})

test('an entry joins the directory wallet and its connector', () => {
  const own = connector('org.a')
  const listed = wallet('a', { rdns: 'org.a', image_id: 'i' })
  const foyer = make({ connectors: [own], directory: { featured: [listed] } })
  expect(listConnectEntries(foyer)).toEqual([
    {
      key: 'rdns org.a',
      kind: 'injected',
      name: 'Wallet org.a',
      imageUrl:
        'https://api.example/getWalletImage/i?projectId=project&st=foyer&sv=html-eip155-0.1.0',
      installed: true,
      recent: false,
      connector: own,
      wallet: listed,
    },
  ])
})

test('an image is the wallet’s own, else of its connector, else of the directory', () => {
  const picture = (more: object, listed: Partial<Wallet> = {}) =>
    listConnectEntries(
      make({
        connectors: [connector('org.a', 'ANNOUNCED', more)],
        directory: { featured: [wallet('a', { rdns: 'org.a', ...listed })] },
      }),
    )[0]?.imageUrl
  expect(picture({ imageUrl: 'data:1', imageId: 'c' }, { image_id: 'i' })).toBe('data:1')
  expect(picture({ imageId: 'c' }, { image_id: 'i' })).toContain('/public/getAssetImage/c?')
  expect(picture({}, { image_url: 'https://i.example/a' })).toBe('https://i.example/a')
  expect(picture({})).toBeUndefined()
})

test('[3.9] a wallet of two namespaces is one entry, whichever namespace is active', () => {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const evm = connector('org.p')
  const sol = connector('org.p', 'ANNOUNCED', { chainId: 'solana:1', namespaces: ['solana'] })
  for (const defaultNetwork of ['eip155:1', 'solana:1'] as const) {
    const foyer = make({ networks, defaultNetwork, connectors: [evm, sol] })
    const [entry, ...others] = listConnectEntries(foyer)
    expect(others).toEqual([])
    expect(entry?.connector).toMatchObject({
      type: 'MULTI_CHAIN',
      name: 'Wallet org.p',
      namespaces: ['eip155', 'solana'],
      members: [evm, sol],
    })
    expect(listConnectEntries(foyer)[0]?.connector).toBe(entry?.connector)
  }
})

test('of two installed wallets the one of the active namespace comes first', () => {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const evm = connector('org.e')
  const sol = connector('org.s', 'ANNOUNCED', { namespaces: ['solana'] })
  const names = (defaultNetwork: 'eip155:1' | 'solana:1') =>
    listConnectEntries(make({ networks, defaultNetwork, connectors: [evm, sol] })).map(
      ({ name }) => name,
    )
  expect(names('eip155:1')).toEqual(['Wallet org.e', 'Wallet org.s'])
  expect(names('solana:1')).toEqual(['Wallet org.s', 'Wallet org.e'])
})

test('matches the recent wallet by id, directory id or rdns, and by any member', () => {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const evm = connector('first', 'INJECTED', { name: 'Purse', explorerId: 'p' })
  const sol = connector('org.p', 'ANNOUNCED', { namespaces: ['solana'], explorerId: 'p' })
  const other = connector('other', 'INJECTED')
  for (const recent of [{ id: 'first' }, { id: 'org.p' }, { id: 'p' }, { id: 'x', rdns: 'org.p' }])
    expect(
      listConnectEntries(make({ networks, connectors: [other, evm, sol], recents: [recent] })),
    ).toMatchObject([
      { kind: 'recent', recent: true, connector: { members: [evm, sol] } },
      { kind: 'injected', recent: false },
    ])
})

test('an announced wallet keeps its own name; one at window.ethereum takes that of the directory', () => {
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const listed = wallet('p')
  const nameOf = (type: ConnectorType, more: Connector[] = []) =>
    listConnectEntries(
      make({
        networks,
        connectors: [connector('w', type, { explorerId: 'p' }), ...more],
        directory: { featured: [listed] },
      }),
    ).map(({ name }) => name)
  expect(nameOf('ANNOUNCED')).toEqual(['Wallet w'])
  expect(nameOf('INJECTED')).toEqual(['Directory p'])
  const sol = connector('org.s', 'ANNOUNCED', { namespaces: ['solana'], explorerId: 'p' })
  expect(nameOf('INJECTED', [sol])).toEqual(['Wallet w'])
})

test('[4.17] installed wallets sort first, the rest keeps its order', () => {
  const foyer = make({
    connectors: [connector('org.late')],
    directory: {
      wallets: [wallet('1'), wallet('2'), wallet('late', { rdns: 'org.late' }), wallet('3')],
      search: [wallet('2'), wallet('late', { rdns: 'org.late' })],
    },
  })
  expect(listAllEntries(foyer).map(({ name }) => name)).toEqual([
    'Wallet org.late',
    'Directory 1',
    'Directory 2',
    'Directory 3',
  ])
  expect(listSearchEntries(foyer, 'x').map(({ name }) => name)).toEqual([
    'Wallet org.late',
    'Directory 2',
  ])
})

test('[5.17] a search finds installed and custom wallets by their trimmed name', () => {
  const foyer = make({
    connectors: [connector('org.a'), connector('org.b')],
    customWallets: [wallet('mine', { name: 'Wallet org.aa' })],
  })
  expect(listSearchEntries(foyer, '  ORG.A ').map(({ name }) => name)).toEqual([
    'Wallet org.a',
    'Wallet org.aa',
  ])
})

test('[6.4] [5.18] excluded wallets are in no list: by id, rdns, or lower-cased name', () => {
  const foyer = make({
    excludeWalletIds: ['gone'],
    connectors: [
      connector('org.gone'),
      connector('org.named', 'ANNOUNCED', { name: 'GONE Wallet' }),
      connector('org.known', 'ANNOUNCED', { explorerId: 'gone' }),
      connector('org.stays'),
    ],
    customWallets: [wallet('gone')],
    directory: {
      excludedWallets: [{ name: 'Gone wallet', rdns: 'org.gone' }],
      wallets: [wallet('gone'), wallet('x', { name: 'gone WALLET' }), wallet('stays')],
    },
  })
  expect(listConnectEntries(foyer).map(({ name }) => name)).toEqual(['Wallet org.stays'])
  expect(listAllEntries(foyer).map(({ name }) => name)).toEqual([
    'Wallet org.stays',
    'Directory stays',
  ])
})

test('any mix of wallets: unique keys, groups in order, no excluded and no unknown wallet', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd')
  const rdns = fc.option(
    letter.map((one) => `org.${one}`),
    { nil: undefined },
  )
  const listed = fc.record({ id: letter, rdns }).map(({ id, rdns }) => wallet(id, { rdns }))
  const type = fc.constantFrom<ConnectorType>(
    'ANNOUNCED',
    'INJECTED',
    'WALLET_CONNECT',
    'AUTH',
    'EXTERNAL',
    'MULTI_CHAIN',
    'ID_AUTH',
  )
  const made = fc
    .record({ id: letter, type, rdns, explorerId: fc.option(letter, { nil: undefined }) })
    .map(({ id, type, rdns, explorerId }) => connector(id, type, { info: { rdns }, explorerId }))
  const lists = fc.array(listed, { maxLength: 4 })
  const order = [
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ]
  fc.assert(
    fc.property(
      fc.record({
        connectors: fc.array(made, { maxLength: 5 }),
        recents: fc.array(fc.record({ id: letter, rdns }), { maxLength: 2 }),
        customWallets: lists,
        directory: fc.record({
          featured: lists,
          recommended: lists,
          wallets: lists,
          search: lists,
        }),
        excludeWalletIds: fc.array(letter, { maxLength: 1 }),
      }),
      ({ recents, ...setup }) => {
        const foyer = make({ ...setup, recents })
        for (const entries of [
          listConnectEntries(foyer),
          listAllEntries(foyer),
          listSearchEntries(foyer, ''),
        ]) {
          const keys = entries.map(({ key }) => key)
          expect(new Set(keys).size).toBe(keys.length)
          const ids = entries.flatMap(({ wallet }) => wallet?.id ?? [])
          expect(new Set(ids).size).toBe(ids.length)
          const names = entries.flatMap((entry) => entry.connector?.info?.rdns ?? [])
          expect(new Set(names).size).toBe(names.length)
          for (const { connector, wallet } of entries) {
            expect(connector ?? wallet).toBeDefined()
            expect(setup.excludeWalletIds).not.toContain(wallet?.id ?? connector?.explorerId)
          }
        }
        const places = listConnectEntries(foyer).map(({ kind }) => order.indexOf(kind))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        const installed = listAllEntries(foyer).map((entry) => Number(entry.installed))
        expect(installed).toEqual(installed.toSorted((a, b) => b - a))
      },
    ),
  )
})
