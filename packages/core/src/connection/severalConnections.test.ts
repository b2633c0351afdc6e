import { expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { selectAccount } from '../account/selectAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import { addConnector } from '../connector/addConnector.ts'
import { activateNamespace } from '../network/activateNamespace.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { start } from '../start.ts'
import {
  alice,
  bob,
  gate,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { listConnections } from './listConnections.ts'
import { reconnect } from './reconnect.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4'), testNetwork('tron:1')]
const make = (options: Parameters<typeof testFoyer>[0] = {}) => testFoyer({ networks, ...options })
type Made = ReturnType<typeof make>
const active = (foyer: Made) => foyer.store.get().activeNamespace
const connected = (foyer: Made) => listConnections(foyer).map(({ namespace }) => namespace)

async function both(options: Parameters<typeof testFoyer>[0] = {}) {
  const evm = testWallet('e')
  const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
  const foyer = make({ connectors: [evm.connector, sol.connector], ...options })
  await connect(foyer, { connector: sol.connector })
  await connect(foyer, { connector: evm.connector })
  return { evm, foyer, sol }
}

test('[3.1] each namespace has every field of its own', async () => {
  const { foyer } = await both()
  setDetails(foyer, {
    namespace: 'solana',
    forAddress: bob,
    details: {
      addressLabels: new Map([[alice, 'A']]),
      balance: 7n,
      balanceSymbol: 'SOL',
      currentTab: 2,
      profileImage: 'https://p.example/i.png',
      profileName: 'bob',
      smartAccountDeployed: true,
      socialProvider: 'google',
      socialWindow: {},
      farcasterUrl: 'https://f.example',
      tokenBalance: [],
      user: { email: 'b@b.example' },
      transactions: [{ hash: '0x1', chainId: 'solana:5eykt4', sentAt: 1, status: 'pending' }],
    },
  })
  expect(readAccount(foyer, 'solana')).toMatchObject({
    namespace: 'solana',
    status: 'connected',
    address: bob,
    caipAddress: `solana:5eykt4:${bob}`,
    chainId: 'solana:5eykt4',
    allAccounts: [{ namespace: 'solana', address: bob, type: 'eoa' }],
    addressExplorerUrl: `https://explorer.example/address/${bob}`,
    addressLabels: new Map([[alice, 'A']]),
    balance: 7n,
    balanceSymbol: 'SOL',
    connectedWalletInfo: { name: 'Wallet s', identifier: 's', social: 'google', type: 'ANNOUNCED' },
    currentTab: 2,
    profileImage: 'https://p.example/i.png',
    profileName: 'bob',
    preferredAccountType: 'eoa',
    smartAccountDeployed: true,
    farcasterUrl: 'https://f.example',
    tokenBalance: [],
    user: { email: 'b@b.example' },
    transactions: [{ hash: '0x1' }],
  })
  expect(readAccount(foyer, 'eip155')).toMatchObject({
    namespace: 'eip155',
    address: alice,
    caipAddress: `eip155:1:${alice}`,
    chainId: 'eip155:1',
    allAccounts: [{ namespace: 'eip155', address: alice, type: 'eoa' }],
    addressLabels: new Map(),
    balance: undefined,
    connectedWalletInfo: { name: 'Wallet e', identifier: 'e', social: undefined },
    currentTab: 0,
    profileImage: undefined,
    profileName: undefined,
    smartAccountDeployed: false,
    socialProvider: undefined,
    socialWindow: undefined,
    farcasterUrl: undefined,
    tokenBalance: undefined,
    user: undefined,
    transactions: [],
  })
  expect(readAccount(foyer).namespace).toBe('eip155')
})

test('lists what is connected, the same list until something changes', async () => {
  const { evm, foyer } = await both()
  const list = listConnections(foyer)
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  activateNamespace(foyer, 'tron')
  expect(listConnections(foyer)).toBe(list)
  evm.tell.onAccounts([{ address: bob }])
  expect(listConnections(foyer)).not.toBe(list)
  expect(listConnections(foyer)[1]).toBe(list[1])
})

test('an active namespace is kept over a reload', async () => {
  const storage = testBacking()
  const foyer = make({ storage })
  activateNamespace(foyer, 'solana')
  expect(active(make({ storage }))).toBe('solana')
  expect(() => activateNamespace(foyer, 'bip122')).toThrow('Adapter not found')
})

test('[4.4] another connected namespace takes the place of one that is disconnected', async () => {
  const { evm, foyer, sol } = await both()
  const seen: boolean[] = []
  foyer.store.subscribe(() => seen.push(readAccount(foyer).status === 'connected'))
  await disconnect(foyer, { namespace: 'eip155' })
  expect(active(foyer)).toBe('solana')
  expect(seen).not.toContain(false)
  expect([evm.asked.at(-1), sol.asked.at(-1)]).toEqual(['disconnect', 'connect'])
  await connect(foyer, { connector: evm.connector })
  evm.tell.onDisconnect()
  expect(active(foyer)).toBe('solana')
})

test('all are disconnected, and the visitor stays where he was', async () => {
  const { foyer } = await both()
  await disconnect(foyer)
  expect(connected(foyer)).toEqual([])
  expect(active(foyer)).toBe('eip155')
})

test('after a reload one confirms and the other never answers: the one that did becomes active', async () => {
  vi.useFakeTimers()
  try {
    const storage = testBacking()
    await both({ storage })
    const silent = testWallet('e')
    silent.answer = () => new Promise(() => {})
    const sol = testWallet('s', { chainId: 'solana:5eykt4', address: bob })
    const foyer = make({ storage, connectors: [silent.connector, sol.connector] })
    const end = reconnect(foyer)
    await vi.advanceTimersByTimeAsync(100)
    expect([readAccount(foyer, 'solana').status, active(foyer)]).toEqual(['connected', 'eip155'])
    await vi.advanceTimersByTimeAsync(6_000)
    await end
    expect([connected(foyer), active(foyer)]).toEqual([['solana'], 'solana'])
    // A wallet that is not there any longer.
    const gone = make({ storage, connectors: [] })
    const other = reconnect(gone)
    await vi.advanceTimersByTimeAsync(6_000)
    await other
    expect([connected(gone), gone.store.get().phase]).toEqual([[], 'ready'])
  } finally {
    vi.useRealTimers()
  }
})

test('attempts of two namespaces at the same time do not know of each other', async () => {
  const foyer = make()
  const evm = testWallet('e')
  const sol = testWallet('s', { chainId: 'solana:5eykt4' })
  const [one, two] = [gate<typeof evm.session>(), gate<typeof sol.session>()]
  evm.answer = () => one.promise
  sol.answer = () => two.promise
  const ends = [evm, sol].map(({ connector }) => connect(foyer, { connector }))
  two.open(sol.session)
  one.fail({ code: 4001 })
  await expect(ends[0]).rejects.toMatchObject({ code: 'user-rejected' })
  await ends[1]
  expect([connected(foyer), active(foyer)]).toEqual([['solana'], 'solana'])
})

test('[1.6] [4.23] to another namespace: network set, account synced there', async () => {
  const balances: string[] = []
  const getBalance = async ({ address }: { address: string }) => BigInt(balances.push(address))
  const tokens: string[] = []
  const { foyer } = await both({
    adapters: networks.map(({ chainNamespace }) => ({
      namespace: chainNamespace,
      isAddress: () => true,
      verifyAddress: async () => true,
      getBalance,
      getTokenBalances: async ({ address }) => {
        tokens.push(address)
        return []
      },
    })),
  })
  await vi.waitFor(() => expect(balances).toHaveLength(2))
  await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  expect(active(foyer)).toBe('solana')
  await vi.waitFor(() =>
    expect(readAccount(foyer)).toMatchObject({ tokenBalance: [], address: bob }),
  )
  expect([balances.at(-1), tokens]).toEqual([bob, [bob]])
  await switchNetwork(foyer, { chainId: 'tron:1' })
  expect([active(foyer), readAccount(foyer).status]).toEqual(['tron', 'disconnected'])
})

test.each(['AUTH', 'WALLET_CONNECT'] as const)(
  '[4.23] to another namespace: reconnects without a prompt through %s',
  async (type) => {
    const wallet = testWallet('w', { type, namespaces: ['eip155', 'solana'] })
    if (type === 'WALLET_CONNECT') Object.assign(wallet.connector, { sharesSession: true })
    wallet.answer = async ({ namespace, silent }) => {
      // At first only one namespace is there.
      if (silent && wallet.asked.length < 3 && type === 'WALLET_CONNECT') throw { code: 4001 }
      const chainId = namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1'
      return { ...wallet.session, chainId }
    }
    const foyer = make({ connectors: [wallet.connector] })
    await connect(foyer, { connector: wallet.connector })
    expect(connected(foyer)).toEqual(['eip155'])
    await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
    expect(wallet.asked.at(-1)).toBe('reconnect')
    expect([connected(foyer), active(foyer)]).toEqual([['eip155', 'solana'], 'solana'])
  },
)

test('one approval connects every namespace that is offered; one that fails undoes no other', async () => {
  const wallet = testWallet('w', {
    type: 'WALLET_CONNECT',
    namespaces: ['eip155', 'solana', 'tron', 'polkadot'],
    sharesSession: true,
  })
  const left: string[] = []
  wallet.connector.disconnect = async ({ namespace }) => void left.push(namespace)
  wallet.answer = async ({ namespace }) => {
    if (namespace === 'tron') throw new Error('not approved')
    return { ...wallet.session, chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1' }
  }
  const foyer = make({ connectors: [wallet.connector] })
  await connect(foyer, { connector: wallet.connector })
  expect(wallet.asked).toEqual(['connect', 'reconnect', 'reconnect'])
  expect([connected(foyer), active(foyer)]).toEqual([['eip155', 'solana'], 'eip155'])
  await disconnect(foyer, { namespace: 'solana' })
  expect([left, connected(foyer)]).toEqual([['solana'], ['eip155']])
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  wallet.tell.onDisconnect()
  expect(connected(foyer)).toEqual([])
})

test('a connector that no list has shares its approval too, and is confirmed by the next start', async () => {
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  wallet.answer = async ({ namespace }) => ({
    ...wallet.session,
    chainId: namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1',
  })
  const foyer = make()
  const stop = start(foyer)
  await connect(foyer, { connector: wallet.connector })
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  stop()
  start(foyer)
  await vi.waitFor(() => expect(wallet.listeners.size).toBe(2))
  expect([connected(foyer), foyer.store.get().connectors]).toEqual([['eip155', 'solana'], []])
})

test('a shared approval leaves another wallet where it is', async () => {
  const { foyer, sol } = await both()
  const wallet = testWallet('w', { namespaces: ['eip155', 'solana'], sharesSession: true })
  addConnector(foyer, wallet.connector)
  await connect(foyer, { connector: wallet.connector })
  expect(listConnections(foyer)[1]?.connection.connector).toBe(sol.connector)
  expect(wallet.asked).toEqual(['connect'])
})

test('a chosen account is kept over a reload, until the wallet itself goes to another', async () => {
  const storage = testBacking()
  const wallet = testWallet('e')
  const carol = `0x${'c4'.repeat(20)}`
  wallet.session = {
    ...wallet.session,
    accounts: [alice, bob, carol].map((address) => ({ address })),
  }
  const reload = async () => {
    const foyer = make({ storage, connectors: [wallet.connector] })
    start(foyer)
    await vi.waitFor(() => expect(readAccount(foyer, 'eip155').status).toBe('connected'))
    return foyer
  }
  const first = make({ storage })
  await connect(first, { connector: wallet.connector })
  expect(() => selectAccount(first, { address: `0x${'d0'.repeat(20)}` })).toThrow(
    'Address is invalid',
  )
  selectAccount(first, { address: bob })
  expect(readAccount(first)).toMatchObject({ address: bob, allAccounts: { length: 3 } })
  wallet.tell.onAccounts([alice, bob].map((address) => ({ address })))
  expect(readAccount(first).address).toBe(bob)
  expect(readAccount(await reload(), 'eip155').address).toBe(bob)
  wallet.session = { ...wallet.session, accounts: [{ address: alice }] }
  expect(readAccount(await reload(), 'eip155').address).toBe(alice)
  wallet.session = { ...wallet.session, accounts: [carol, bob].map((address) => ({ address })) }
  expect(readAccount(await reload(), 'eip155').address).toBe(carol)
  selectAccount(first, { address: bob })
  wallet.tell.onAccounts([carol, bob, alice].map((address) => ({ address })))
  expect(readAccount(first).address).toBe(carol)
  await disconnect(first)
  expect([...storage.map.keys()].filter((key) => key.includes('selected'))).toEqual([])
  expect(() => selectAccount(first, { address: bob })).toThrow('No account is connected')
})
