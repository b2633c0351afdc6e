import { afterEach, expect, test, vi } from 'vitest'
import { listConnections } from '../account/listConnections.ts'
import { readAccount } from '../account/readAccount.ts'
import { addConnector } from '../connector/addConnector.ts'
import { activateNamespace } from '../network/activateNamespace.ts'
import type { Options } from '../options.ts'
import { start } from '../start.ts'
import {
  alice,
  bob,
  gate,
  type TestWallet,
  testAdapter,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const tabsKey = 'foyer.1.project.tabs'
/** The time of an event after all that a test does, ms since 1970. */
const later = Date.now() + 3_600_000

/** Longer than loading the code for another tab's event takes. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 30))

type Listener = (event: { key: string | null; newValue: string | null }) => void

/** Simulates a browser: one storage, and each tab gets a storage event for changes by the others. */
function browser() {
  const backing = testBacking()
  const tabs: Set<Listener>[] = []
  const emitStorage = (key: string | null, newValue: string | null, from?: Set<Listener>) => {
    for (const tab of tabs) {
      if (tab === from) continue
      for (const listen of [...tab]) setTimeout(() => tab.has(listen) && listen({ key, newValue }))
    }
  }
  const open = (options: Partial<Options> = {}) => {
    const tab = new Set<Listener>()
    tabs.push(tab)
    // An instance of another test that still waits listens too, for other events.
    vi.stubGlobal('addEventListener', (name: string, listen: Listener) => {
      if (name === 'storage') tab.add(listen)
    })
    vi.stubGlobal('removeEventListener', (_: string, listen: Listener) => {
      for (const one of tabs) one.delete(listen)
    })
    const storage = {
      ...backing,
      setItem(key: string, value: string) {
        if (backing.map.get(key) === value) return
        backing.setItem(key, value)
        emitStorage(key, value, tab)
      },
      removeItem(key: string) {
        if (!backing.map.has(key)) return
        backing.removeItem(key)
        emitStorage(key, null, tab)
      },
    }
    const foyer = testFoyer({ networks, ...options, storage })
    start(foyer)
    return foyer
  }
  return { backing, open, emitStorage }
}

type Tab = ReturnType<ReturnType<typeof browser>['open']>
const connected = (tab: Tab) => listConnections(tab).map(({ namespace }) => namespace)
const active = (tab: Tab) => tab.store.get().activeNamespace

/** The same two wallets, as each tab sees them. */
function twoWallets() {
  const evm = testWallet('e')
  const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
  return { connectors: [evm.connector, sol.connector], evm, sol }
}

async function twoTabs(options: Partial<Options> = {}) {
  const wallets = [twoWallets(), twoWallets()] as const
  const { backing, open, emitStorage } = browser()
  const one = open({ connectors: wallets[0].connectors })
  const other = open({ connectors: wallets[1].connectors, ...options })
  return { backing, one, other, emitStorage, wallets }
}
const connectAll = async (tab: Tab, wallets: { evm: TestWallet; sol: TestWallet }) => {
  await connect(tab, { connector: wallets.evm.connector })
  await connect(tab, { connector: wallets.sol.connector })
}

test('a connect in one tab connects the others without a prompt', async () => {
  const { one, other, wallets } = await twoTabs()
  await connect(one, { connector: wallets[0].sol.connector })
  await expect.poll(() => readAccount(other)).toMatchObject({ namespace: 'solana', address: bob })
  expect(wallets[1].sol.asked).toEqual(['reconnect'])
  await connect(one, { connector: wallets[0].evm.connector })
  await expect.poll(() => connected(other)).toEqual(['eip155', 'solana'])
  // The active namespace of the other tab stays.
  expect([active(one), active(other)]).toEqual(['eip155', 'solana'])
  expect(one.store.get().phase).toBe('ready')
})

test('a tab with another wallet keeps it, and its open prompt continues', async () => {
  const { one, other, wallets } = await twoTabs()
  const own = testWallet('own', { address: bob })
  const answer = gate<typeof own.session>()
  own.answer = () => answer.promise
  const end = connect(other, { connector: own.connector })
  await connect(one, { connector: wallets[0].evm.connector })
  await pause()
  answer.open(own.session)
  await end
  expect(readAccount(other).address).toBe(bob)
  await connect(one, { connector: wallets[0].evm.connector })
  await pause()
  expect([readAccount(other).address, wallets[1].evm.asked]).toEqual([bob, []])
})

test('waits for a wallet that announces itself late; a rejection does not delete it from storage', async () => {
  const { backing, one, other, wallets } = await twoTabs({ connectors: [] })
  wallets[1].sol.answer = () => Promise.reject(new Error('asleep'))
  await connectAll(one, wallets[0])
  await pause()
  for (const connector of wallets[1].connectors) addConnector(other, connector)
  await expect.poll(() => connected(other)).toEqual(['eip155'])
  await expect.poll(() => readAccount(other, 'solana').status).toBe('disconnected')
  expect(JSON.parse(backing.map.get('foyer.1.project.connections') ?? '')).toMatchObject({
    eip155: { address: alice },
    solana: { address: bob },
  })
})

test('a tab that has not discovered wallets yet starts discovery', async () => {
  const { open } = browser()
  const [here, there] = [testWallet('e'), testWallet('e')]
  const one = open()
  const other = open({
    adapters: [
      testAdapter('eip155', { discover: async (onConnector) => onConnector(there.connector) }),
      testAdapter('solana'),
    ],
  })
  await connect(one, { connector: here.connector })
  await expect.poll(() => connected(other)).toEqual(['eip155'])
})

test('connects all namespaces of one approval in the other tabs too', async () => {
  const make = () => {
    const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
    wallet.answer = async ({ namespace }) => ({
      ...wallet.session,
      chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1',
    })
    return wallet
  }
  const { open } = browser()
  const [here, there] = [make(), make()]
  const one = open()
  const other = open({ connectors: [there.connector] })
  await connect(one, { connector: here.connector })
  await expect.poll(() => connected(other)).toEqual(['eip155', 'solana'])
})

test('tabs do not follow a connect where reconnecting is off', async () => {
  const { one, other, wallets } = await twoTabs({ enableReconnect: false })
  await connect(one, { connector: wallets[0].evm.connector })
  await pause()
  expect([connected(other), wallets[1].evm.asked]).toEqual([[], []])
})

test('a disconnect in one tab applies to the others, one namespace or all', async () => {
  const { one, other, wallets } = await twoTabs()
  await connectAll(one, wallets[0])
  await expect.poll(() => connected(other)).toHaveLength(2)
  await disconnect(one, { namespace: 'eip155' })
  await expect.poll(() => connected(other)).toEqual(['solana'])
  await connect(one, { connector: wallets[0].evm.connector })
  await expect.poll(() => connected(other)).toHaveLength(2)
  await disconnect(one)
  await expect.poll(() => connected(other)).toEqual([])
})

test('after a disconnect of all, each tab keeps its active namespace', async () => {
  const { one, other, wallets } = await twoTabs()
  await connectAll(one, wallets[0])
  await expect.poll(() => connected(other)).toHaveLength(2)
  activateNamespace(other, 'eip155')
  expect([active(one), active(other)]).toEqual(['solana', 'eip155'])
  await disconnect(one)
  await expect.poll(() => connected(other)).toEqual([])
  expect([active(one), active(other)]).toEqual(['solana', 'eip155'])
})

test.each(['the other tab', 'this one'])(
  'a disconnect in %s ends a pending follow',
  async (where) => {
    const { one, other, wallets } = await twoTabs()
    const answer = gate<TestWallet['session']>()
    const { evm } = wallets[1]
    evm.answer = () => answer.promise
    await connect(one, { connector: wallets[0].evm.connector })
    await expect.poll(() => evm.asked).toEqual(['reconnect'])
    await disconnect(where === 'this one' ? other : one)
    await pause()
    answer.open(evm.session)
    await pause()
    expect(connected(other)).toEqual([])
  },
)

test('a tab that handles a disconnect late does not delete a newer connection of another tab', async () => {
  const { backing, other, emitStorage, wallets } = await twoTabs()
  await connect(other, { connector: wallets[1].evm.connector })
  const before = backing.map.get('foyer.1.project.connections')
  const at = Date.now() + 1
  emitStorage(tabsKey, JSON.stringify({ event: 'disconnected', namespaces: ['eip155'], at }))
  await expect.poll(() => readAccount(other).status).toBe('disconnected')
  expect(backing.map.get('foyer.1.project.connections')).toBe(before)
})

test('a disconnect of another tab that arrives late ends no newer connection of this tab', async () => {
  const { emitStorage, one, wallets } = await twoTabs()
  const tell = (at: number) =>
    emitStorage(tabsKey, JSON.stringify({ event: 'disconnected', namespaces: ['solana'], at }))
  const before = Date.now()
  await connect(one, { connector: wallets[0].sol.connector })
  tell(before)
  await pause()
  expect(connected(one)).toEqual(['solana'])
  tell(Date.now() + 1)
  await expect.poll(() => connected(one)).toEqual([])
})

test('a tab whose wallet does not answer after the reload does not disconnect the others', async () => {
  const { open } = browser()
  const wallet = testWallet('e')
  const other = open()
  await connect(other, { connector: wallet.connector })
  wallet.answer = () => Promise.reject(new Error('asleep'))
  const one = open({ connectors: [wallet.connector] })
  await vi.waitFor(() => expect(readAccount(one).status).toBe('disconnected'))
  await pause()
  expect(readAccount(other).status).toBe('connected')
})

test.each([
  [tabsKey, '{'],
  [tabsKey, 'null'],
  [tabsKey, null],
  [tabsKey, '{"event":"disconnected"}'],
  [tabsKey, '{"event":"disconnected","namespaces":["solana"]}'],
  [tabsKey, '{"event":"disconnected","namespaces":["__proto__",1,null]}'],
  [tabsKey, '{"event":"gone","namespaces":["eip155"]}'],
  [tabsKey, '{"event":"connected","namespaces":["eip155","solana"]}'],
  [tabsKey, '{"event":"disconnected","namespaces":["eip155"]}'],
  [tabsKey, '{"event":"disconnected","namespaces":["eip155"],"at":"soon"}'],
  ['foyer.1.other.tabs', `{"event":"disconnected","namespaces":["eip155"],"at":${later}}`],
  ['foyer.1.project.connections', null],
  [null, null],
])('ignores other storage events: %j %j', async (key, value) => {
  const { other, emitStorage, wallets } = await twoTabs()
  await connect(other, { connector: wallets[1].evm.connector })
  emitStorage(key, value)
  await pause()
  expect([connected(other), wallets[1].evm.asked, wallets[1].sol.asked]).toEqual([
    ['eip155'],
    ['connect'],
    [],
  ])
})

test('a stopped instance ignores events of other tabs', async () => {
  const { other, emitStorage, wallets } = await twoTabs()
  await connect(other, { connector: wallets[1].evm.connector })
  other.running.stop?.()
  emitStorage(tabsKey, `{"event":"disconnected","namespaces":["eip155"],"at":${later}}`)
  await pause()
  expect(readAccount(other).status).toBe('connected')
})
