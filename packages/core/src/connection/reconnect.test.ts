import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { addConnector } from '../connector/addConnector.ts'
import { start } from '../start.ts'
import {
  alice,
  bob,
  gate,
  settled,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { cancelConnect } from './cancelConnect.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { reconnect } from './reconnect.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Simulates a reloaded page: stored connections, and wallets that are present or come later. */
async function reloaded({
  options = {},
  present = true,
}: {
  options?: Parameters<typeof testFoyer>[0]
  present?: boolean
} = {}) {
  const storage = testBacking()
  const evm = testWallet('a')
  const sol = testWallet('b', { chainId: 'solana:5eykt4' })
  const before = testFoyer({ networks, storage })
  await connect(before, { connector: sol.connector })
  await connect(before, { connector: evm.connector })
  evm.asked.length = 0
  sol.asked.length = 0
  evm.listeners.clear()
  sol.listeners.clear()
  const connectors = present ? [evm.connector, sol.connector] : []
  const foyer = testFoyer({ networks, storage, connectors, ...options })
  return { evm, foyer, sol, storage }
}
const statuses = (foyer: ReturnType<typeof testFoyer>) =>
  (['eip155', 'solana'] as const).map((namespace) => readAccount(foyer, namespace).status)

test('[4.2] [3.16] a stored connection is connecting with its address, then confirmed', async () => {
  const { evm, foyer, sol } = await reloaded()
  expect(foyer.store.get().phase).toBe('created')
  expect(readAccount(foyer, 'eip155')).toMatchObject({
    status: 'connecting',
    address: alice,
    caipAddress: `eip155:1:${alice}`,
    connectedWalletInfo: undefined,
  })
  const end = reconnect(foyer)
  expect(foyer.store.get().phase).toBe('reconnecting')
  await end
  expect(foyer.store.get().phase).toBe('ready')
  expect(statuses(foyer)).toEqual(['connected', 'connected'])
  expect([evm.asked, sol.asked]).toEqual([['reconnect'], ['reconnect']])
  expect([evm.listeners.size, sol.listeners.size]).toEqual([1, 1])
  expect(foyer.store.get().shownAttempts).toEqual({})
})

test("the order of the wallets' answers does not change the active namespace", async () => {
  const { evm, foyer, sol } = await reloaded()
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  const late = gate<typeof sol.session>()
  sol.answer = () => late.promise
  const end = reconnect(foyer)
  await settled()
  expect(evm.listeners.size).toBe(1)
  late.open(sol.session)
  await end
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'eip155',
    activeChainIds: { eip155: 'eip155:1', solana: 'solana:5eykt4' },
  })
})

test('restores a wallet that has changed account and network since', async () => {
  const { evm, foyer } = await reloaded()
  evm.session = { ...evm.session, accounts: [{ address: bob }], chainId: 'eip155:8453' }
  await reconnect(foyer)
  expect(readAccount(foyer)).toMatchObject({ address: bob, chainId: 'eip155:8453' })
})

test.each([
  ['says no', async () => Promise.reject({ code: 4100 })],
  ['gives no account', async () => ({ accounts: [] })],
  [
    'throws at once',
    () => {
      throw new TypeError('x')
    },
  ],
])('[4.2] a failed restore disconnects: the wallet %s', async (_, answer) => {
  const { evm, foyer } = await reloaded()
  evm.answer = answer as never
  await reconnect(foyer)
  expect(statuses(foyer)).toEqual(['disconnected', 'connected'])
  expect(foyer.storage.read('connections', Object)).toEqual({ solana: expect.anything() })
})

test('logs which namespace was not confirmed, and why', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { evm, foyer } = await reloaded({ options: { logLevel: 'info' } })
  const cause = { code: 4100 }
  evm.answer = async () => Promise.reject(cause)
  await reconnect(foyer)
  expect(log).toHaveBeenCalledWith('[foyer] eip155 was not confirmed as connected', cause)
})

test.each([
  ['in a frame', 'AUTH'],
  ['over WalletConnect, whose client must load first', 'WALLET_CONNECT'],
] as const)(
  '[4.2] disconnects a wallet that does not answer for 5 s, or 25 s %s',
  async (_, type) => {
    const { evm, foyer, sol } = await reloaded({ present: false })
    evm.answer = () => new Promise(() => {})
    sol.answer = () => new Promise(() => {})
    addConnector(foyer, evm.connector)
    addConnector(foyer, { ...sol.connector, type })
    const end = reconnect(foyer)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(statuses(foyer)).toEqual(['connecting', 'connecting'])
    await vi.advanceTimersByTimeAsync(1)
    expect(statuses(foyer)).toEqual(['disconnected', 'connecting'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(statuses(foyer)).toEqual(['disconnected', 'disconnected'])
    await end
  },
)

test('waits up to 2 s for a wallet to announce itself', async () => {
  const { evm, foyer, sol } = await reloaded({ present: false })
  const end = reconnect(foyer)
  await vi.advanceTimersByTimeAsync(1_999)
  addConnector(foyer, testWallet('a', { chainId: 'solana:5eykt4' }).connector)
  addConnector(foyer, evm.connector)
  await settled()
  expect(statuses(foyer)).toEqual(['connected', 'connecting'])
  await vi.advanceTimersByTimeAsync(1)
  expect(statuses(foyer)).toEqual(['connected', 'disconnected'])
  await end
  expect(sol.asked).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('asks each wallet for its previous network, whichever namespace is active', async () => {
  const storage = testBacking()
  const evm = testWallet('a', { chainId: 'eip155:8453' })
  const sol = testWallet('b', { chainId: 'solana:5eykt4' })
  const before = testFoyer({ networks, storage })
  await connect(before, { connector: evm.connector })
  await connect(before, { connector: sol.connector })
  const asked: unknown[] = []
  evm.answer = async ({ chainId }) => {
    asked.push(chainId)
    return evm.session
  }
  const foyer = testFoyer({ networks, storage, connectors: [evm.connector, sol.connector] })
  expect(foyer.store.get().activeNamespace).toBe('solana')
  await reconnect(foyer)
  expect(asked).toEqual(['eip155:8453'])
})

test('finds the stored member of a wallet that supports several namespaces', async () => {
  const { evm, foyer, sol } = await reloaded({ present: false })
  const namespaces = ['eip155', 'solana'] as const
  const members = [evm.connector, sol.connector]
  addConnector(foyer, testWallet('m', { type: 'MULTI_CHAIN', namespaces, members }).connector)
  await reconnect(foyer)
  expect(statuses(foyer)).toEqual(['connected', 'connected'])
  expect([evm.asked, sol.asked]).toEqual([['reconnect'], ['reconnect']])
})

test('after a stop and a new start only the second start becomes ready', async () => {
  const { evm, foyer } = await reloaded()
  evm.answer = () => new Promise(() => {})
  start(foyer)()
  const stop = start(foyer)
  await vi.waitFor(() => expect(foyer.store.get().phase).toBe('reconnecting'))
  await vi.advanceTimersByTimeAsync(100)
  expect(foyer.store.get().phase).toBe('reconnecting')
  expect(foyer.running.reconnecting).toBeDefined()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(foyer.store.get().phase).toBe('ready')
  stop()
})

test('concurrent calls share one run', async () => {
  const { evm, foyer } = await reloaded()
  const late = gate<typeof evm.session>()
  evm.answer = () => late.promise
  const first = reconnect(foyer)
  await settled()
  let isOver = false
  const second = reconnect(foyer).then(() => (isOver = true))
  await settled()
  // The second call resolves only after the wallet has answered the first.
  expect([isOver, foyer.store.get().phase]).toEqual([false, 'reconnecting'])
  late.open(evm.session)
  await Promise.all([first, second])
  expect(statuses(foyer)).toEqual(['connected', 'connected'])
  await reconnect(foyer)
  expect(evm.asked).toEqual(['reconnect'])
})

test('is ready at once with nothing stored', async () => {
  const foyer = testFoyer({ networks })
  await reconnect(foyer)
  expect(foyer.store.get().phase).toBe('ready')
})

test('a connect during a reconnect wins over any answer of the previous wallet', async () => {
  const { evm, foyer } = await reloaded()
  const late = gate<typeof evm.session>()
  evm.answer = () => late.promise
  const end = reconnect(foyer)
  const other = testWallet('other', { address: bob })
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const connecting = connect(foyer, { connector: other.connector })
  late.open(evm.session)
  await end
  expect(readAccount(foyer)).toMatchObject({ status: 'connecting', address: undefined })
  answer.open(other.session)
  await connecting
  expect(readAccount(foyer)).toMatchObject({ address: bob })
  expect(evm.listeners.size).toBe(0)
})

test('cancelConnect during a reconnect disconnects', async () => {
  const { evm, foyer } = await reloaded()
  evm.answer = () => new Promise(() => {})
  const end = reconnect(foyer)
  cancelConnect(foyer, 'eip155')
  await end
  expect(statuses(foyer)).toEqual(['disconnected', 'connected'])
})

test('ignores a confirmation after a disconnect', async () => {
  const { evm, foyer } = await reloaded()
  const late = gate<typeof evm.session>()
  evm.answer = () => late.promise
  const end = reconnect(foyer)
  await disconnect(foyer)
  late.open(evm.session)
  await end
  expect(statuses(foyer)).toEqual(['disconnected', 'disconnected'])
  expect(foyer.storage.read('connections', Object)).toBeUndefined()
})

test('the other namespace stays pending when one is confirmed', async () => {
  const { foyer, sol } = await reloaded()
  sol.answer = () => new Promise(() => {})
  void reconnect(foyer)
  await settled()
  expect(Object.keys(foyer.storage.read('connections', Object) ?? {}).sort()).toEqual([
    'eip155',
    'solana',
  ])
})

test('restores nothing with enableReconnect off', async () => {
  const { evm, foyer } = await reloaded({ options: { enableReconnect: false } })
  expect(statuses(foyer)).toEqual(['disconnected', 'disconnected'])
  await reconnect(foyer)
  expect(evm.asked).toEqual([])
})
