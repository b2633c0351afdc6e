import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from './account/readAccount.ts'
import type { Adapter } from './adapter.ts'
import { connect } from './connection/connect.ts'
import { discover } from './connector/discover.ts'
import { start } from './start.ts'
import {
  alice,
  bob,
  gate,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from './testFoyer.test.kit.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const stored = JSON.stringify({
  eip155: {
    connectorId: 'org.wallet',
    name: 'W',
    status: 'connected',
    address: alice,
    chainId: 'eip155:1',
  },
})
const storage = () => testBacking({ 'foyer.1.project.connections': stored })

/** An adapter that counts running discoveries. */
function looking(wallet = testWallet()) {
  const counts = { started: 0, stopped: 0 }
  const adapter: Partial<Adapter> = {
    async discover(onConnector) {
      counts.started += 1
      onConnector(wallet.connector)
      return () => {
        counts.stopped += 1
      }
    },
  }
  return { adapter, counts, wallet }
}

const ready = (foyer: ReturnType<typeof testFoyer>) =>
  vi.waitFor(() => expect(foyer.store.get().phase).toBe('ready'))

test('[4.2] finds the wallet from before the reload and confirms it', async () => {
  const { adapter, counts } = looking()
  const foyer = testFoyer({ adapter, storage: storage() })
  start(foyer)
  await ready(foyer)
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', address: alice })
  expect(counts).toEqual({ started: 1, stopped: 0 })
})

test('without a stored connection it starts no discovery, and is ready', async () => {
  const { adapter, counts } = looking()
  const foyer = testFoyer({ adapter })
  start(foyer)
  await ready(foyer)
  expect(counts.started).toBe(0)
})

test('calling it again does nothing', async () => {
  const { adapter, counts, wallet } = looking()
  const foyer = testFoyer({ adapter, storage: storage() })
  expect(start(foyer)).toBe(start(foyer))
  await ready(foyer)
  expect(start(foyer)).toBe(foyer.running.stop)
  expect([counts.started, wallet.asked]).toEqual([1, ['reconnect']])
})

test('stopping ends discovery and listeners, and keeps connections', async () => {
  const { adapter, counts, wallet } = looking()
  const foyer = testFoyer({ adapter, storage: storage() })
  const stop = start(foyer)
  await ready(foyer)
  stop()
  stop()
  await vi.waitFor(() => expect(counts.stopped).toBe(1))
  expect(wallet.listeners.size).toBe(0)
  expect(readAccount(foyer).status).toBe('connected')
  expect(foyer.running).toMatchObject({ stop: undefined, discovery: undefined })
})

test('error: an adapter that fails to stop does not keep the others from stopping', async () => {
  const good = looking()
  const foyer = testFoyer({ networks: [testNetwork('eip155:1'), testNetwork('solana:1')] })
  const discoverBadly = async () => () => {
    throw new Error('no')
  }
  const bad = { ...foyer.adapters.eip155, discover: discoverBadly }
  const adapters = { eip155: bad, solana: { ...foyer.adapters.solana, ...good.adapter } }
  await discover({ ...foyer, adapters } as never)
  start(foyer)()
  await vi.waitFor(() => expect(good.counts.stopped).toBe(1))
})

test('a second start confirms connections and listens again', async () => {
  const { adapter, wallet } = looking()
  const foyer = testFoyer({ adapter, storage: storage() })
  start(foyer)()
  start(foyer)
  await ready(foyer)
  foyer.running.stop?.()
  wallet.session = { ...wallet.session, accounts: [{ address: bob }] }
  start(foyer)
  await vi.waitFor(() => expect(readAccount(foyer)).toMatchObject({ address: bob }))
  expect(wallet.listeners.size).toBe(1)
  wallet.emit.onAccounts([{ address: alice }])
  expect(readAccount(foyer).address).toBe(alice)
})

test('after a stop during a reconnect the next start confirms the connection', async () => {
  const { adapter, wallet } = looking()
  const backing = storage()
  const foyer = testFoyer({ adapter, storage: backing })
  const late = gate<typeof wallet.session>()
  wallet.answer = () => late.promise
  const stop = start(foyer)
  await vi.waitFor(() => expect(wallet.asked).toEqual(['reconnect']))
  stop()
  expect(readAccount(foyer)).toMatchObject({ status: 'connecting', address: alice })
  wallet.answer = async () => wallet.session
  start(foyer)
  await vi.waitFor(() => expect(readAccount(foyer).status).toBe('connected'))
  late.open(wallet.session)
  await ready(foyer)
  expect(backing.map.get('foyer.1.project.connections')).toBeDefined()
  expect(wallet.listeners.size).toBe(1)
})

test('a stop right after the start sends nothing', async () => {
  const { adapter, wallet } = looking()
  const foyer = testFoyer({ adapter, storage: storage() })
  start(foyer)()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(wallet.asked).toEqual([])
  expect(readAccount(foyer).status).toBe('connecting')
})

test('stopping ends a pending connect', async () => {
  const foyer = testFoyer()
  const wallet = testWallet()
  wallet.answer = () => new Promise(() => {})
  const stop = start(foyer)
  const end = connect(foyer, { connector: wallet.connector })
  stop()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(readAccount(foyer).status).toBe('disconnected')
})

test('error: an adapter whose discovery fails does not affect the others', async () => {
  const good = looking()
  const foyer = testFoyer({ networks: [testNetwork('eip155:1'), testNetwork('solana:1')] })
  const bad = { ...foyer.adapters.eip155, discover: () => Promise.reject(new Error('no')) }
  const worse = {
    ...foyer.adapters.solana,
    discover() {
      throw new Error('no')
    },
  }
  const adapters = { eip155: bad, solana: worse, tron: { ...good.adapter, namespace: 'tron' } }
  await discover({ ...foyer, adapters } as never)
  expect(foyer.store.get().connectors).toEqual([good.wallet.connector])
})

test('[8.20] error: a default network that is not among the networks', async () => {
  const foyer = testFoyer({ defaultNetwork: 'eip155:99' })
  start(foyer)
  await ready(foyer)
  expect(foyer.store.get().alerts).toMatchObject([
    { code: 'network-not-found', title: 'Network Not Found' },
  ])
  expect(foyer.store.get().activeChainIds).toEqual({ eip155: 'eip155:1' })
})
