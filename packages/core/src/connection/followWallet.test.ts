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
const learnt = { balance: 5n, balanceSymbol: 'COIN', profileName: 'a.eth', tokenBalance: [] }

test('another account: nothing learnt about the one before is shown', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: learnt, forAddress: alice, namespace: 'eip155' })
  wallet.tell.onAccounts([
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

test('the same account again keeps what was learnt', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: learnt, forAddress: alice, namespace: 'eip155' })
  wallet.tell.onAccounts([{ address: alice }, { address: bob }])
  expect(readAccount(foyer)).toMatchObject(learnt)
})

test('another account is asked about, the same one again is not', async () => {
  const asked: string[] = []
  const getBalance = async ({ address }: { address: string }) => BigInt(asked.push(address))
  const foyer = testFoyer({ adapter: { getBalance } })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  await vi.waitFor(() => expect(readAccount(foyer).balance).toBe(1n))
  wallet.tell.onAccounts([{ address: alice }])
  expect(readAccount(foyer).balanceLoading).toBe(false)
  wallet.tell.onAccounts([{ address: bob }])
  // Nobody takes an amount that was not asked for yet for none.
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

test('another network: what was learnt from the chain goes, the name stays', async () => {
  const { foyer, wallet } = await connected()
  setDetails(foyer, { details: learnt, forAddress: alice, namespace: 'eip155' })
  wallet.tell.onChain('eip155:8453')
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
  'a network that is none is not believed: %j',
  async (chainId) => {
    const { foyer, wallet } = await connected()
    wallet.tell.onChain(chainId as never)
    expect(readAccount(foyer).chainId).toBe('eip155:1')
  },
)

test('no account left, or none that is one: disconnected', async () => {
  for (const accounts of [[], [{ address: 'x' }]]) {
    const { foyer, wallet } = await connected()
    wallet.tell.onAccounts(accounts)
    expect(readAccount(foyer).status).toBe('disconnected')
    expect(wallet.listeners.size).toBe(0)
    expect(foyer.storage.read('connections', Object)).toBeUndefined()
  }
})

test('the wallet lets go: disconnected', async () => {
  const { foyer, wallet } = await connected()
  wallet.tell.onDisconnect()
  await Promise.resolve()
  expect(readAccount(foyer).status).toBe('disconnected')
  expect(wallet.listeners.size).toBe(0)
})

test('a wallet that can not be left alone does not break what leaves it', async () => {
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

test('a wallet that goes on telling after it was left alone is not heard', async () => {
  const foyer = testFoyer({ networks })
  const told: SessionListener[] = []
  const { connector } = testWallet('w', {
    watch({ listener }) {
      told.push(listener)
      return () => {
        throw new Error('no')
      }
    },
  })
  const stop = start(foyer)
  await connect(foyer, { connector })
  stop()
  const before = foyer.store.get()
  told[0]?.onAccounts([{ address: bob }])
  told[0]?.onDisconnect()
  expect(foyer.store.get()).toBe(before)
})

test('[4.24] a network that the site does not offer is a state of its own, and is told', async () => {
  const { foyer, unsupported, wallet } = await connected()
  wallet.tell.onChain('eip155:99')
  expect(readAccount(foyer)).toMatchObject({
    status: 'connected',
    chainId: 'eip155:99',
    unsupportedNetwork: true,
  })
  expect(readNetwork(foyer)).toBeUndefined()
  expect(unsupported).toEqual(['eip155:99'])
  expect(foyer.storage.read('active-network', String)).toBe('eip155:1')
  wallet.tell.onChain('eip155:8453')
  expect(readAccount(foyer).unsupportedNetwork).toBe(false)
})

test('[4.24] unsupported networks may be allowed, or switching off: nothing is told', async () => {
  for (const options of [{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }]) {
    const { foyer, unsupported, wallet } = await connected(options)
    wallet.tell.onChain('eip155:99')
    expect(readAccount(foyer).unsupportedNetwork).toBe(true)
    expect(unsupported).toEqual([])
  }
})

test('[4.24] a wallet that connects on such a network is told too', async () => {
  const foyer = testFoyer({ networks })
  const told: unknown[] = []
  foyer.events.on('network:unsupported', (event) => told.push(event))
  await connect(foyer, { connector: testWallet('w', { chainId: 'eip155:99' }).connector })
  expect(told).toEqual([{ namespace: 'eip155', chainId: 'eip155:99' }])
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('a wallet that the visitor does not look at does not take the page over', async () => {
  const { foyer, unsupported, wallet } = await connected()
  const solana = testWallet('s', { chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: solana.connector })
  wallet.tell.onChain('eip155:8453')
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'solana',
    activeChainIds: { eip155: 'eip155:8453', solana: 'solana:5eykt4' },
  })
  expect(foyer.storage.read('active-network', String)).toBe('solana:5eykt4')
  wallet.tell.onChain('eip155:99')
  expect(unsupported).toEqual([])
  expect(readAccount(foyer, 'eip155').unsupportedNetwork).toBe(true)
})
