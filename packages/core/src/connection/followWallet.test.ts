import { expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import type { SessionListener } from '../connector/connector.ts'
import { readNetwork } from '../network/readNetwork.ts'
import { start } from '../start.ts'
import { alice, bob, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]

async function connected(options: Parameters<typeof testFoyer>[0] = {}) {
  const foyer = testFoyer({ networks, ...options })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const unsupported: string[] = []
  foyer.events.on('network:unsupported', ({ chainId }) => unsupported.push(chainId))
  return { foyer, wallet, unsupported }
}
const loaded = { balance: 5n, balanceSymbol: 'COIN', profileName: 'a.eth', tokenBalance: [] }

test('an account change clears the data of the previous account', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: loaded, forAddress: alice, namespace: 'eip155' })
  wallet.emit.onAccounts([
    { address: bob, type: 'smartAccount' },
    { address: alice },
    { address: 'x' },
  ])
  expect(readAccount(foyer)).toMatchObject({
    address: bob,
    allAccounts: [
      { address: bob, namespace: 'eip155', type: 'smartAccount' },
      { address: alice, namespace: 'eip155', type: 'eoa' },
    ],
    balance: undefined,
    profileName: undefined,
    status: 'connected',
  })
  expect(foyer.storage.read('connections', Object)).toMatchObject({ eip155: { address: bob } })
})

test('the same account again keeps its data', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: loaded, forAddress: alice, namespace: 'eip155' })
  wallet.emit.onAccounts([{ address: alice }, { address: bob }])
  expect(readAccount(foyer)).toMatchObject(loaded)
})

test('loads the data of another account, and not of the same one again', async () => {
  const asked: string[] = []
  const getBalance = async ({ address }: { address: string }) => BigInt(asked.push(address))
  const foyer = testFoyer({ adapter: { getBalance } })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  await vi.waitFor(() => expect(readAccount(foyer).balance).toBe(1n))
  wallet.emit.onAccounts([{ address: alice }])
  expect(readAccount(foyer).balanceLoading).toBe(false)
  wallet.emit.onAccounts([{ address: bob }])
  // Marked as loading, so that 0 is not shown before the first read.
  expect(readAccount(foyer)).toMatchObject({
    balance: undefined,
    balanceLoading: true,
    balanceSymbol: 'COIN',
  })
  await vi.waitFor(() =>
    expect(readAccount(foyer)).toMatchObject({ balance: 2n, balanceLoading: false }),
  )
  expect(asked).toEqual([alice, bob])
})

test('a network change clears the data from the chain and keeps the name', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: loaded, forAddress: alice, namespace: 'eip155' })
  wallet.emit.onChain('eip155:8453')
  expect(readAccount(foyer)).toMatchObject({
    chainId: 'eip155:8453',
    balance: undefined,
    balanceSymbol: undefined,
    profileName: 'a.eth',
    tokenBalance: undefined,
  })
  expect(readNetwork(foyer)?.caipNetworkId).toBe('eip155:8453')
  expect(foyer.storage.read('active-network', String)).toBe('eip155:8453')
  expect(foyer.storage.read('connections', Object)).toMatchObject({
    eip155: { chainId: 'eip155:8453' },
  })
})

test.each(['', 'eip155', '0x1', 'solana:5eykt4', undefined])(
  'ignores an invalid network: %j',
  async (chainId) => {
    const { foyer, wallet } = await connected()
    wallet.emit.onChain(chainId as never)
    expect(readAccount(foyer).chainId).toBe('eip155:1')
  },
)

test('disconnects when no valid account remains', async () => {
  for (const accounts of [[], [{ address: 'x' }]]) {
    const { foyer, wallet } = await connected()
    wallet.emit.onAccounts(accounts)
    expect(readAccount(foyer).status).toBe('disconnected')
    expect(wallet.listeners.size).toBe(0)
    expect(foyer.storage.read('connections', Object)).toBeUndefined()
  }
})

test('disconnects when the wallet does', async () => {
  const { foyer, wallet } = await connected()
  wallet.emit.onDisconnect()
  await Promise.resolve()
  expect(readAccount(foyer).status).toBe('disconnected')
  expect(wallet.listeners.size).toBe(0)
})

test('a listener that cannot be removed does not break the disconnect', async () => {
  const foyer = testFoyer({ networks })
  const { connector } = testWallet('w', {
    watch: () => () => {
      throw new Error('no')
    },
  })
  await connect(foyer, { connector })
  await connect(foyer, { connector: testWallet('other').connector })
  expect(readAccount(foyer)).toMatchObject({ connectedWalletInfo: { identifier: 'other' } })
})

test('ignores events that the wallet sends after its listener was removed', async () => {
  const foyer = testFoyer({ networks })
  const received: SessionListener[] = []
  const { connector } = testWallet('w', {
    watch({ listener }) {
      received.push(listener)
      return () => {
        throw new Error('no')
      }
    },
  })
  const stop = start(foyer)
  await connect(foyer, { connector })
  stop()
  const before = foyer.store.get()
  received[0]?.onAccounts([{ address: bob }])
  received[0]?.onDisconnect()
  expect(foyer.store.get()).toBe(before)
})

test('[4.24] an unsupported network is a status of its own, with an event', async () => {
  const { foyer, unsupported, wallet } = await connected()
  wallet.emit.onChain('eip155:99')
  expect(readAccount(foyer)).toMatchObject({
    status: 'connected',
    chainId: 'eip155:99',
    unsupportedNetwork: true,
  })
  expect(readNetwork(foyer)).toBeUndefined()
  expect(unsupported).toEqual(['eip155:99'])
  expect(foyer.storage.read('active-network', String)).toBe('eip155:1')
  wallet.emit.onChain('eip155:8453')
  expect(readAccount(foyer).unsupportedNetwork).toBe(false)
})

test('[4.24] no event where unsupported networks are allowed or switching is off', async () => {
  for (const options of [{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }]) {
    const { foyer, unsupported, wallet } = await connected(options)
    wallet.emit.onChain('eip155:99')
    expect(readAccount(foyer).unsupportedNetwork).toBe(true)
    expect(unsupported).toEqual([])
  }
})

test('[4.24] emits the event when a wallet connects on such a network', async () => {
  const foyer = testFoyer({ networks })
  const received: unknown[] = []
  foyer.events.on('network:unsupported', (event) => received.push(event))
  await connect(foyer, { connector: testWallet('w', { chainId: 'eip155:99' }).connector })
  expect(received).toEqual([{ namespace: 'eip155', chainId: 'eip155:99' }])
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('a wallet in another namespace does not become the active one', async () => {
  const { foyer, unsupported, wallet } = await connected()
  const solana = testWallet('s', { chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: solana.connector })
  wallet.emit.onChain('eip155:8453')
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'solana',
    activeChainIds: { eip155: 'eip155:8453', solana: 'solana:5eykt4' },
  })
  expect(foyer.storage.read('active-network', String)).toBe('solana:5eykt4')
  wallet.emit.onChain('eip155:99')
  expect(unsupported).toEqual([])
  expect(readAccount(foyer, 'eip155').unsupportedNetwork).toBe(true)
})
