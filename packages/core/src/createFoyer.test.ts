import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { readAccount } from './account/readAccount.ts'
import { connect } from './connection/connect.ts'
import { createFoyer } from './createFoyer.ts'
import type { Foyer } from './foyer.ts'
import type { Options } from './options.ts'
import { noPairing } from './pairing.ts'
import { start } from './start.ts'
import {
  alice,
  bob,
  testAdapter,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from './testFoyer.test.kit.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const options: Options = {
  projectId: 'project',
  adapters: [testAdapter('eip155')],
  networks: [testNetwork()],
}

test('creates an instance without network calls or page access', async () => {
  const touched: string[] = []
  // Instances of other test files, which share the process, may still wait and touch the page meanwhile.
  const own = new AsyncLocalStorage<true>()
  const touch = (what: string) => own.getStore() && touched.push(what)
  const trap = (name: string) =>
    new Proxy(() => {}, {
      get: (_, key) => touch(`${name}.${String(key)}`),
      apply: () => touch(`${name}()`),
      construct: () => ({ made: touch(`new ${name}`) }),
    })
  for (const name of ['fetch', 'document', 'window', 'XMLHttpRequest', 'WebSocket', 'location'])
    vi.stubGlobal(name, trap(name))
  vi.stubGlobal('addEventListener', trap('addEventListener'))
  vi.stubGlobal('localStorage', testBacking())
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    ...given: Parameters<typeof setTimeout>
  ) => {
    touch('setTimeout()')
    return setTimeout(...given)
  }) as typeof setTimeout)
  const log = vi.spyOn(console, 'error')
  own.run(true, () => readAccount(createFoyer({ ...options, apiUrl: 'https://api.example' })))
  await new Promise((resolve) => setImmediate(resolve))
  expect(touched).toEqual([])
  expect(log).not.toHaveBeenCalled()
})

test('[3.13] starts with an empty directory', () => {
  expect(testFoyer().store.get()).toEqual({
    phase: 'created',
    activeNamespace: 'eip155',
    activeChainIds: { eip155: 'eip155:1' },
    networks: [testNetwork()],
    connectors: [],
    connections: {},
    attempts: [],
    shownAttempts: {},
    details: {},
    preferredAccountTypes: {},
    pairing: noPairing,
    recentWallets: [],
    directory: {
      page: 0,
      count: 0,
      featured: [],
      recommended: [],
      recent: [],
      wallets: [],
      search: [],
      excludedWallets: [],
    },
    requests: [],
    alerts: [],
  })
  expect(Object.keys(noPairing)).toEqual([
    'wcUri',
    'wcPairingExpiry',
    'wcError',
    'buffering',
    'wcLinking',
    'recentWallet',
  ])
})

test('two instances on a page with different keys share nothing', async () => {
  const localStorage = testBacking()
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', localStorage)
  const make = (storageKey: string) => testFoyer({ storage: undefined, storageKey })
  const [one, two] = [make('one'), make('two')]
  const wallet = testWallet()
  await connect(one, { connector: wallet.connector })
  const received: unknown[] = []
  two.events.on('request:start', (event) => received.push(event))
  two.store.subscribe((state) => received.push(state))
  wallet.emit.onAccounts([{ address: bob }])
  expect(received).toEqual([])
  expect(readAccount(two).status).toBe('disconnected')
  expect(readAccount(make('two')).status).toBe('disconnected')
  expect(readAccount(make('one'))).toMatchObject({ status: 'connecting', address: bob })
  expect([...localStorage.map.keys()].every((key) => key.startsWith('foyer.1.one.'))).toBe(true)
})

test('uses the project id as the default key', () => {
  expect(testFoyer().storage.keyOf('x')).toBe('foyer.1.project.x')
})

test('two requests on a server share nothing, even with a local storage', async () => {
  const localStorage = testBacking()
  vi.stubGlobal('localStorage', localStorage)
  const one = createFoyer(options)
  start(one)
  await connect(one, { connector: testWallet('w', { address: alice }).connector })
  const two = createFoyer(options)
  start(two)
  expect(readAccount(one).status).toBe('connected')
  expect(readAccount(two).status).toBe('disconnected')
  expect(two.store.get().recentWallets).toEqual([])
  expect(localStorage.map.size).toBe(0)
  one.running.stop?.()
  two.running.stop?.()
})

test('works where storage is blocked', async () => {
  vi.stubGlobal('document', {})
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  try {
    const foyer = createFoyer(options)
    await connect(foyer, { connector: testWallet().connector })
    expect(readAccount(foyer).status).toBe('connected')
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
  }
})

test('takes Options and returns a Foyer, by its types', () => {
  expectTypeOf(createFoyer).parameter(0).toEqualTypeOf<Options>()
  expectTypeOf(createFoyer).returns.toEqualTypeOf<Foyer>()
  // @ts-expect-error a project id is required
  expect(() => createFoyer({ adapters: [], networks: [] })).toThrow()
})
