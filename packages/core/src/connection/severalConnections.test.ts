import { expect, test, vi } from 'vitest'
import { type AccountDetails, emptyDetails } from '../account/account.ts'
import { listConnections } from '../account/listConnections.ts'
import { preferAccountType } from '../account/preferAccountType.ts'
import { readAccount } from '../account/readAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import { activateNamespace } from '../network/activateNamespace.ts'
import { removeNetwork } from '../network/changeNetworks.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
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
import { reconnect } from './reconnect.ts'
import { setWalletLink } from './setWalletLink.ts'

const networks = (['eip155:1', 'eip155:8453', 'solana:5eykt4', 'tron:1'] as const).map((id) =>
  testNetwork(id),
)
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
  const details = {
    addressLabels: new Map([[alice, 'A']]),
    balance: 7n,
    balanceLoading: true,
    balanceSymbol: 'SOL',
    currentTab: 2,
    farcasterUrl: 'https://f.example',
    lastRetry: 5,
    profileImage: 'https://p.example/i.png',
    profileName: 'bob',
    smartAccountDeployed: true,
    socialProvider: 'google',
    socialWindow: {},
    tokenBalance: [],
    transactions: [{ hash: '0x1', chainId: 'solana:5eykt4', sentAt: 1, status: 'pending' }],
    user: { email: 'b@b.example', username: 'b' },
  } satisfies AccountDetails
  preferAccountType(foyer, { namespace: 'solana', type: 'payment' })
  setDetails(foyer, { namespace: 'solana', forAddress: bob, details })
  expect(readAccount(foyer, 'solana')).toEqual({
    ...details,
    namespace: 'solana',
    status: 'connected',
    address: bob,
    caipAddress: `solana:5eykt4:${bob}`,
    chainId: 'solana:5eykt4',
    allAccounts: [{ namespace: 'solana', address: bob, type: 'eoa' }],
    addressExplorerUrl: `https://explorer.example/address/${bob}`,
    connectedWalletInfo: {
      name: 'Wallet s',
      icon: undefined,
      identifier: 's',
      social: 'google',
      type: 'ANNOUNCED',
    },
    preferredAccountType: 'payment',
    unsupportedNetwork: false,
  })
  expect(readAccount(foyer, 'eip155')).toMatchObject({
    ...emptyDetails,
    namespace: 'eip155',
    address: alice,
    caipAddress: `eip155:1:${alice}`,
    allAccounts: [{ namespace: 'eip155', address: alice, type: 'eoa' }],
    connectedWalletInfo: { name: 'Wallet e', identifier: 'e', social: undefined },
    preferredAccountType: 'eoa',
  })
  expect(readAccount(foyer).namespace).toBe('eip155')
})

test('returns the same list of connections until something changes', async () => {
  const { evm, foyer } = await both()
  const list = listConnections(foyer)
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  activateNamespace(foyer, 'tron')
  expect(listConnections(foyer)).toBe(list)
  evm.emit.onAccounts([{ address: bob }])
  expect(listConnections(foyer)).not.toBe(list)
  expect(listConnections(foyer)[1]).toBe(list[1])
})

test('keeps the active namespace over a reload', async () => {
  const storage = testBacking()
  const foyer = make({ storage })
  activateNamespace(foyer, 'solana')
  expect(active(make({ storage }))).toBe('solana')
  expect(() => activateNamespace(foyer, 'bip122')).toThrow('Adapter not found')
})

test('[4.4] activates another connected namespace on disconnect', async () => {
  const { evm, foyer, sol } = await both()
  const seen: boolean[] = []
  foyer.store.subscribe(() => seen.push(readAccount(foyer).status === 'connected'))
  await disconnect(foyer, { namespace: 'eip155' })
  expect(active(foyer)).toBe('solana')
  expect(seen).not.toContain(false)
  expect([evm.asked.at(-1), sol.asked.at(-1)]).toEqual(['disconnect', 'connect'])
  await connect(foyer, { connector: evm.connector })
  evm.emit.onDisconnect()
  await Promise.resolve()
  expect(active(foyer)).toBe('solana')
})

test('a change in another namespace keeps the active one', async () => {
  const { foyer } = await both()
  activateNamespace(foyer, 'tron')
  await disconnect(foyer, { namespace: 'solana' })
  expect([active(foyer), connected(foyer)]).toEqual(['tron', ['eip155']])
})

test('a connected namespace whose networks were removed is listed, but never activated', async () => {
  const { foyer } = await both()
  removeNetwork(foyer, 'solana:5eykt4')
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
  await disconnect(foyer, { namespace: 'eip155' })
  expect([active(foyer), connected(foyer)]).toEqual(['eip155', ['solana']])
})

test('the active namespace stays when a replaced wallet disconnects', async () => {
  const { evm, foyer } = await both()
  const other = testWallet('other')
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const end = connect(foyer, { connector: other.connector })
  evm.emit.onDisconnect()
  await Promise.resolve()
  expect(active(foyer)).toBe('eip155')
  answer.open(other.session)
  await end
  expect(connected(foyer)).toEqual(['eip155', 'solana'])
})

test('a disconnect by one wallet keeps the deep link of another', async () => {
  const { evm, foyer, sol } = await both()
  setWalletLink(foyer, { name: 'W', href: 'w://' })
  evm.emit.onDisconnect()
  await Promise.resolve()
  expect(foyer.store.get().pairing.wcLinking).toEqual({ name: 'W', href: 'w://' })
  sol.emit.onDisconnect()
  await Promise.resolve()
  expect(foyer.store.get().pairing.wcLinking).toBeUndefined()
})

test('disconnecting all keeps the active namespace', async () => {
  const { foyer } = await both()
  await disconnect(foyer)
  expect(connected(foyer)).toEqual([])
  expect(active(foyer)).toBe('eip155')
})

test('after a reload the confirmed namespace becomes active when the other never answers', async () => {
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
    // Reject one before the other confirms.
    silent.answer = () => Promise.reject(new Error('locked'))
    await both({ storage })
    const late = make({ storage, connectors: [silent.connector, sol.connector] })
    sol.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return sol.session
    }
    const confirmed = reconnect(late)
    await vi.advanceTimersByTimeAsync(200)
    await confirmed
    expect([connected(late), active(late)]).toEqual([['solana'], 'solana'])
    // A wallet that is no longer installed.
    const gone = make({ storage, connectors: [] })
    const other = reconnect(gone)
    await vi.advanceTimersByTimeAsync(6_000)
    await other
    expect([connected(gone), gone.store.get().phase]).toEqual([[], 'ready'])
  } finally {
    vi.useRealTimers()
  }
})

test('attempts in two namespaces do not affect each other', async () => {
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

test('[1.6] [4.23] within a namespace, and to another one: network set, account synced there', async () => {
  const balances: string[] = []
  const getBalance = async ({ address }: { address: string }) => BigInt(balances.push(address))
  const tokens: string[] = []
  const { foyer } = await both({
    adapters: (['eip155', 'solana', 'tron'] as const).map((namespace) => ({
      namespace,
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
  await switchNetwork(foyer, { chainId: 'eip155:8453' })
  expect(readAccount(foyer)).toMatchObject({ address: alice, chainId: 'eip155:8453' })
  await vi.waitFor(() => expect(balances).toHaveLength(3))
  expect(tokens).toEqual([])
  await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
  expect(active(foyer)).toBe('solana')
  await vi.waitFor(() =>
    expect(readAccount(foyer)).toMatchObject({ tokenBalance: [{ symbol: 'COIN' }], address: bob }),
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
      // At first only one namespace is present.
      if (silent && wallet.asked.length < 3 && type === 'WALLET_CONNECT') throw { code: 4001 }
      const chainId = namespace === 'solana' ? 'solana:5eykt4' : 'eip155:1'
      return { ...wallet.session, chainId }
    }
    const foyer = make({ connectors: [wallet.connector] })
    await connect(foyer, { connector: wallet.connector })
    expect(connected(foyer)).toEqual(['eip155'])
    setWalletLink(foyer, { name: 'W', href: 'w://' })
    await switchNetwork(foyer, { chainId: 'solana:5eykt4' })
    expect(wallet.asked.at(-1)).toBe('reconnect')
    expect(foyer.store.get().pairing.wcLinking).toEqual({ name: 'W', href: 'w://' })
    expect([connected(foyer), active(foyer)]).toEqual([['eip155', 'solana'], 'solana'])
  },
)
