import { FoyerError } from '@foyer/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { setDetails } from '../account/setDetails.ts'
import { noPairing } from '../pairing.ts'
import {
  alice,
  bob,
  gate,
  settled,
  type TestWallet,
  testAdapter,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { cancelConnect } from './cancelConnect.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { setWalletLink } from './setWalletLink.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]
const make = (options: Parameters<typeof testFoyer>[0] = {}) => testFoyer({ networks, ...options })
const statusOf = (foyer: ReturnType<typeof make>, namespace: 'eip155' | 'solana' = 'eip155') =>
  foyer.store.get().connections[namespace]?.status ?? 'disconnected'

afterEach(() => {
  vi.useRealTimers()
})

test('emits an event at the start and at the end of each connect', async () => {
  const foyer = make()
  const received: string[] = []
  foyer.events.on('request:start', ({ id, kind }) => received.push(`${id} ${kind} begins`))
  foyer.events.on('request:end', ({ error, id, kind }) =>
    received.push(`${id} ${kind} ends ${error?.code ?? 'well'}`),
  )
  const { connector } = testWallet()
  await connect(foyer, { connector })
  const refusing = testWallet('refusing')
  refusing.answer = () => Promise.reject(new FoyerError('user-rejected'))
  await expect(connect(foyer, { connector: refusing.connector })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  const [one = '', , two = ''] = received.map((line) => line.split(' ')[0])
  expect(received).toEqual([
    `${one} connect begins`,
    `${one} connect ends well`,
    `${two} connect begins`,
    `${two} connect ends user-rejected`,
  ])
})

test("[4.1] goes from disconnected to connecting to connected, with the wallet's account", async () => {
  const foyer = make()
  const { connector } = testWallet()
  const received: unknown[] = [statusOf(foyer)]
  foyer.store.subscribe(() => {
    if (received.at(-1) !== statusOf(foyer)) received.push(statusOf(foyer))
  })
  await connect(foyer, { connector })
  expect(received).toEqual(['disconnected', 'connecting', 'connected'])
  expect(foyer.store.get().connections.eip155).toEqual({
    status: 'connected',
    connector,
    provider: { request: expect.any(Function), until: expect.any(Function) },
    accounts: [{ address: alice }],
    address: alice,
    chainId: 'eip155:1',
  })
  expect(foyer.store.get()).toMatchObject({ activeNamespace: 'eip155', requests: [] })
  expect(foyer.store.get().shownAttempts).toEqual({})
})

test('opens the wallet synchronously, since it may need the click', () => {
  const wallet = testWallet()
  void connect(make(), { connector: wallet.connector })
  expect(wallet.asked).toEqual(['connect'])
})

test('[4.1] each namespace has its own status', async () => {
  const foyer = make()
  const evm = testWallet('a')
  const sol = testWallet('b', { chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: evm.connector })
  const waiting = gate<typeof sol.session>()
  sol.answer = () => waiting.promise
  const end = connect(foyer, { connector: sol.connector })
  expect([statusOf(foyer), statusOf(foyer, 'solana')]).toEqual(['connected', 'connecting'])
  waiting.open(sol.session)
  await end
  expect([statusOf(foyer), statusOf(foyer, 'solana')]).toEqual(['connected', 'connected'])
  expect(foyer.store.get().activeNamespace).toBe('solana')
})

test('passes the active network to the connector, and shows that an earlier request is pending in the wallet', async () => {
  const foyer = make({ defaultNetwork: 'eip155:8453' })
  const wallet = testWallet()
  const waiting = gate<typeof wallet.session>()
  let asked: Parameters<typeof wallet.answer>[0] | undefined
  wallet.answer = (parameters) => {
    asked = parameters
    return waiting.promise
  }
  const end = connect(foyer, { connector: wallet.connector })
  expect(asked).toMatchObject({ namespace: 'eip155', chainId: 'eip155:8453', silent: false })
  asked?.onPending()
  expect(foyer.store.get().connections.eip155).toEqual({
    status: 'connecting',
    connectorId: 'org.wallet',
    pending: true,
  })
  waiting.open(wallet.session)
  await end
  asked?.onPending()
  expect(statusOf(foyer)).toBe('connected')
})

test('error: the user rejects', async () => {
  const foyer = make()
  const wallet = testWallet()
  wallet.answer = () => Promise.reject({ code: 4001, message: 'User rejected' })
  await expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(foyer.store.get().connections.eip155).toEqual({ status: 'disconnected' })
  expect(foyer.store.get().recentWallets).toEqual([])
  expect(foyer.store.get().shownAttempts).toEqual({})
})

test('error: the wallet never answers', async () => {
  vi.useFakeTimers()
  const foyer = make({ walletTimeoutMs: 1_000 })
  const wallet = testWallet()
  wallet.answer = () => new Promise(() => {})
  const expected = expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject({
    code: 'request-timed-out',
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await expected
  expect(statusOf(foyer)).toBe('disconnected')
})

test.each([
  ['no account', { accounts: [] }],
  ['no address', { accounts: [{ address: '<img>' }] }],
  ['no network', { chainId: '1' }],
  ['a network of another namespace', { chainId: 'solana:5eykt4' }],
  ['nothing at all', { accounts: undefined }],
])('error: the wallet returns %s', async (_, wrong) => {
  const foyer = make()
  const wallet = testWallet()
  wallet.answer = async () => ({ ...wallet.session, ...wrong }) as never
  await expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject({
    code: 'connection-invalid',
  })
  expect(statusOf(foyer)).toBe('disconnected')
  expect(wallet.listeners.size).toBe(0)
})

test('drops invalid addresses', async () => {
  const foyer = make()
  const wallet = testWallet()
  wallet.session = { ...wallet.session, accounts: [{ address: 'x' }, { address: bob }] }
  await connect(foyer, { connector: wallet.connector })
  expect(readAccount(foyer).allAccounts).toMatchObject([{ address: bob }])
})

test('error: a wallet whose connect throws synchronously, or whose watch throws', async () => {
  const foyer = make()
  const wallet = testWallet()
  wallet.answer = () => {
    throw new TypeError('x')
  }
  await expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject({
    name: 'FoyerError',
  })
  const deaf = testWallet('deaf', {
    watch() {
      throw new TypeError('no events')
    },
  })
  await expect(connect(foyer, { connector: deaf.connector })).rejects.toMatchObject({
    code: 'connection-invalid',
    details: 'no events',
  })
  expect(statusOf(foyer)).toBe('disconnected')
  expect(foyer.storage.read('connections', Object)).toBeUndefined()
})

test('error: no adapter, an unsupported namespace or network, a network not offered', async () => {
  const foyer = make()
  const { asked, connector } = testWallet()
  const tron = testWallet('t', { chainId: 'tron:1' })
  await expect(connect(foyer, { connector: tron.connector })).rejects.toMatchObject({
    code: 'adapter-not-found',
    details: expect.stringContaining('Wallet t connects tron'),
  })
  await expect(connect(foyer, { connector: tron.connector, namespace: 'tron' })).rejects.toThrow(
    'Adapter not found',
  )
  await expect(connect(foyer, { connector, namespace: 'solana' })).rejects.toMatchObject({
    code: 'chain-unsupported',
  })
  await expect(connect(foyer, { connector, chainId: 'solana:5eykt4' })).rejects.toMatchObject({
    code: 'chain-unsupported',
  })
  await expect(connect(foyer, { connector, chainId: 'eip155:99' })).rejects.toMatchObject({
    code: 'network-undefined',
  })
  expect(asked).toEqual([])
  expect(foyer.store.get().connections).toEqual({})
})

test('a connector of many namespaces connects the active one, else its first with an adapter', async () => {
  const foyer = make()
  const wallet = testWallet('w', { chainId: 'solana:5eykt4', namespaces: ['tron', 'solana'] })
  await connect(foyer, { connector: wallet.connector })
  expect(statusOf(foyer, 'solana')).toBe('connected')
  expect(statusOf(foyer)).toBe('disconnected')
})

test('prefers a namespace with a network of the site when the active one is not supported', async () => {
  const adapters = (['eip155', 'solana', 'tron'] as const).map((one) => testAdapter(one))
  const foyer = make({ adapters })
  const wallet = testWallet('w', { namespaces: ['tron', 'solana'], chainId: 'solana:5eykt4' })
  await connect(foyer, { connector: wallet.connector })
  expect(statusOf(foyer, 'solana')).toBe('connected')
})

test('asks a wallet on another network to switch; a rejection does not fail the connect', async () => {
  const asked: string[] = []
  const foyer = make({
    adapter: {
      async switchNetwork({ network }) {
        asked.push(network.caipNetworkId)
        if (asked.length === 1) throw { code: 4001 }
      },
    },
  })
  const { connector } = testWallet()
  await connect(foyer, { connector, chainId: 'eip155:8453' })
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', chainId: 'eip155:1' })
  await connect(foyer, { connector, chainId: 'eip155:8453' })
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', chainId: 'eip155:8453' })
  expect(asked).toEqual(['eip155:8453', 'eip155:8453'])
})

test('shows the later of two attempts, and ends the earlier one once the later is connected', async () => {
  const foyer = make()
  const first = testWallet('first', { address: bob })
  const second = testWallet('second')
  const late = gate<typeof first.session>()
  const open = gate<typeof first.session>()
  let ended: AbortSignal | undefined
  first.answer = ({ signal }) => {
    ended = signal
    return late.promise
  }
  second.answer = () => open.promise
  const one = connect(foyer, { connector: first.connector })
  const two = connect(foyer, { connector: second.connector })
  expect(ended?.aborted).toBe(false)
  expect(foyer.store.get().connections.eip155).toMatchObject({ connectorId: 'second' })
  open.open(second.session)
  await two
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
  expect(ended?.aborted).toBe(true)
  late.open(first.session)
  await settled()
  expect(readAccount(foyer)).toMatchObject({ address: alice, status: 'connected' })
  expect(first.listeners.size).toBe(0)
})

test('a wallet approved while another prompt is open stays connected until the other one connects', async () => {
  const foyer = make()
  const first = testWallet('first', { address: bob })
  const second = testWallet('second')
  const answer = gate<typeof first.session>()
  const later = gate<typeof first.session>()
  first.answer = () => answer.promise
  second.answer = () => later.promise
  const one = connect(foyer, { connector: first.connector })
  answer.open(first.session)
  const two = connect(foyer, { connector: second.connector })
  await one
  expect(readAccount(foyer)).toMatchObject({ address: bob, status: 'connected' })
  later.open(second.session)
  await two
  expect(readAccount(foyer)).toMatchObject({ address: alice, status: 'connected' })
  expect(first.listeners.size).toBe(0)
})

test('ignores an approval after cancelConnect', async () => {
  const foyer = make()
  const wallet = testWallet()
  const late = gate<typeof wallet.session>()
  wallet.answer = () => late.promise
  const end = connect(foyer, { connector: wallet.connector })
  cancelConnect(foyer)
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(statusOf(foyer)).toBe('disconnected')
  late.open(wallet.session)
  await settled()
  expect(statusOf(foyer)).toBe('disconnected')
  expect(wallet.listeners.size).toBe(0)
})

test('aborts by the signal of the caller, before and during the request', async () => {
  const foyer = make()
  const wallet = testWallet()
  wallet.answer = () => new Promise(() => {})
  const controller = new AbortController()
  const end = connect(foyer, { connector: wallet.connector, signal: controller.signal })
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  const again = connect(foyer, { connector: wallet.connector, signal: controller.signal })
  await expect(again).rejects.toMatchObject({ code: 'request-aborted' })
  expect(wallet.asked).toEqual(['connect'])
  expect(statusOf(foyer)).toBe('disconnected')
})

test('cancelling without a pending connection does nothing', () => {
  const foyer = make()
  cancelConnect(foyer)
  cancelConnect(foyer, 'solana')
  expect(foyer.store.get().connections).toEqual({})
})

test('restores the previous connection and its data when another wallet rejects', async () => {
  const foyer = make()
  const before = testWallet('before')
  await connect(foyer, { connector: before.connector })
  setDetails(foyer, { details: { balance: 5n }, forAddress: alice, namespace: 'eip155' })
  const given = testWallet('given', { address: bob })
  const other = testWallet('other', { address: bob })
  given.answer = () => new Promise(() => {})
  other.answer = () => Promise.reject({ code: 4001 })
  for (let turn = 0; turn < 2; turn++) {
    // Both attempts must restore the same data.
    connect(foyer, { connector: given.connector }).catch(() => {})
    expect(readAccount(foyer)).toMatchObject({ status: 'connecting', balance: undefined })
    await expect(connect(foyer, { connector: other.connector })).rejects.toMatchObject({
      code: 'user-rejected',
    })
    expect(readAccount(foyer)).toMatchObject({
      address: alice,
      balance: 5n,
      connectedWalletInfo: { name: 'Wallet before' },
      status: 'connected',
    })
  }
  before.emit.onAccounts([{ address: bob }])
  expect(readAccount(foyer).address).toBe(bob)
})

test('keeps changes of the previous wallet during an attempt', async () => {
  const foyer = make()
  const before = testWallet('before')
  await connect(foyer, { connector: before.connector })
  const other = testWallet('other')
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const end = connect(foyer, { connector: other.connector })
  before.emit.onChain('eip155:8453')
  before.emit.onAccounts([{ address: bob }])
  expect(statusOf(foyer)).toBe('connecting')
  answer.fail({ code: 4001 })
  await expect(end).rejects.toMatchObject({ code: 'user-rejected' })
  expect(readAccount(foyer)).toMatchObject({ address: bob, chainId: 'eip155:8453' })
})

test('a previous wallet that disconnects during an attempt is not restored', async () => {
  const foyer = make()
  const before = testWallet('before')
  await connect(foyer, { connector: before.connector })
  const other = testWallet('other')
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const end = connect(foyer, { connector: other.connector })
  before.emit.onDisconnect()
  expect(statusOf(foyer)).toBe('connecting')
  answer.fail({ code: 4001 })
  await expect(end).rejects.toMatchObject({ code: 'user-rejected' })
  expect(statusOf(foyer)).toBe('disconnected')
  expect(before.listeners.size).toBe(0)
})

test('another wallet replaces the previous one and ends its listeners', async () => {
  const foyer = make()
  const before = testWallet('before')
  const other = testWallet('other', { address: bob })
  await connect(foyer, { connector: before.connector })
  setDetails(foyer, { details: { balance: 5n }, forAddress: alice, namespace: 'eip155' })
  await connect(foyer, { connector: other.connector })
  expect(before.listeners.size).toBe(0)
  expect(readAccount(foyer)).toMatchObject({ address: bob, balance: undefined })
})

test('a disconnect during an attempt ends it, and disconnects the previous wallet', async () => {
  const foyer = make()
  const before = testWallet('before')
  await connect(foyer, { connector: before.connector })
  const other = testWallet('other')
  const late = gate<typeof other.session>()
  other.answer = () => late.promise
  const end = connect(foyer, { connector: other.connector })
  const gone = disconnect(foyer)
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  late.open(other.session)
  await gone
  await settled()
  expect(statusOf(foyer)).toBe('disconnected')
  expect(before.asked).toEqual(['connect', 'disconnect'])
})

test('connect waits until a pending disconnect of the wallet has ended', async () => {
  const foyer = make()
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const leaving = gate()
  wallet.letGo = () => leaving.promise
  const gone = disconnect(foyer)
  const end = connect(foyer, { connector: wallet.connector })
  await settled()
  expect(wallet.asked).toEqual(['connect', 'disconnect'])
  leaving.fail(new Error('refused'))
  await expect(gone).rejects.toMatchObject({ code: 'disconnect-failed' })
  await end
  expect(wallet.asked).toEqual(['connect', 'disconnect', 'connect'])
  expect(statusOf(foyer)).toBe('connected')
})

test('does not open the wallet if the connect is cancelled during that wait', async () => {
  const foyer = make()
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const leaving = gate()
  wallet.letGo = () => leaving.promise
  const gone = disconnect(foyer)
  const end = connect(foyer, { connector: wallet.connector })
  cancelConnect(foyer)
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  leaving.open()
  await gone
  await settled()
  expect(wallet.asked).toEqual(['connect', 'disconnect'])
})

test('a page that disconnects in its listener leaves no connection behind', async () => {
  const foyer = make()
  const wallet = testWallet()
  const stop = foyer.store.subscribe(() => {
    if (statusOf(foyer) !== 'connected') return
    stop()
    void disconnect(foyer)
  })
  await connect(foyer, { connector: wallet.connector })
  await settled()
  expect(statusOf(foyer)).toBe('disconnected')
  expect(wallet.asked).toEqual(['connect', 'disconnect'])
  expect([wallet.listeners.size, foyer.running.watches.size]).toEqual([0, 0])
  expect(foyer.storage.read('connections', Object)).toBeUndefined()
})

test('[3.16] stores a connected wallet; a rejected one changes nothing', async () => {
  const backing = testBacking()
  const foyer = make({ storage: backing })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const stored = backing.map.get('foyer.1.project.connections')
  expect(JSON.parse(stored ?? '')).toEqual({
    eip155: {
      connectorId: 'org.wallet',
      name: 'Wallet org.wallet',
      status: 'connected',
      address: alice,
      chainId: 'eip155:1',
    },
  })
  const other = testWallet('other')
  other.answer = () => Promise.reject({ code: 4001 })
  await expect(connect(foyer, { connector: other.connector })).rejects.toThrow()
  expect(backing.map.get('foyer.1.project.connections')).toBe(stored)
})

test('stores the wallet as recent, but neither a connector of many wallets nor a login', async () => {
  const foyer = make()
  await connect(foyer, { connector: testWallet('a', { imageId: 'i' }).connector })
  await connect(foyer, { connector: testWallet('wc', { type: 'WALLET_CONNECT' }).connector })
  await connect(foyer, { connector: testWallet('mail', { type: 'AUTH' }).connector })
  expect(foyer.store.get().recentWallets).toEqual([
    { id: 'a', name: 'Wallet a', rdns: 'a', image_id: 'i' },
  ])
  await connect(foyer, {
    connector: testWallet('wc', { type: 'WALLET_CONNECT' }).connector,
    wallet: { id: 'directory-id', name: 'Chosen' },
  })
  expect(foyer.store.get().recentWallets.map(({ id }) => id)).toEqual(['directory-id', 'a'])
})

test('clears the pairing when the attempt ends; the connection keeps the deep link', async () => {
  const foyer = make()
  const wallet = testWallet('wc', { type: 'WALLET_CONNECT' })
  const link = { name: 'W', href: 'w://' }
  const pair = (wcLinking: typeof link | undefined) =>
    foyer.store.set((state) => ({
      ...state,
      pairing: { ...state.pairing, wcUri: 'wc:1', wcPairingExpiry: 1, wcLinking },
    }))
  wallet.answer = async () => {
    expect(foyer.store.get().pairing.recentWallet).toMatchObject({ id: 'chosen' })
    pair(link)
    return wallet.session
  }
  const wanted = { connector: wallet.connector, wallet: { id: 'chosen' } }
  await connect(foyer, wanted)
  const none = noPairing
  expect(foyer.store.get().pairing).toEqual({ ...none, wcLinking: link })
  wallet.answer = async () => {
    pair({ name: 'other', href: 'o://' })
    throw { code: 4001 }
  }
  await expect(connect(foyer, wanted)).rejects.toThrow()
  expect(foyer.store.get().pairing).toEqual({ ...none, wcLinking: link })
  await disconnect(foyer)
  expect(foyer.store.get().pairing).toEqual({ ...none, wcLinking: undefined })
})

test('restores the first wallet and its deep link when the third of three is rejected', async () => {
  const foyer = make()
  const [first, second, third] = ['1', '2', '3'].map((id) => testWallet(id)) as [
    TestWallet,
    TestWallet,
    TestWallet,
  ]
  await connect(foyer, { connector: first.connector })
  setWalletLink(foyer, { name: '1', href: '1://' })
  second.answer = () => new Promise(() => {})
  const end = connect(foyer, { connector: second.connector })
  setWalletLink(foyer, { name: '2', href: '2://' })
  third.answer = () => Promise.reject({ code: 4001 })
  await expect(connect(foyer, { connector: third.connector })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(foyer.store.get()).toMatchObject({
    connections: { eip155: { status: 'connected', connector: first.connector } },
    pairing: { wcLinking: { href: '1://' } },
  })
  cancelConnect(foyer)
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
})

test('ending one namespace keeps the pairing code of another', async () => {
  const foyer = make()
  const evm = testWallet('a')
  const sol = testWallet('b', { chainId: 'solana:5eykt4' })
  const answer = gate<typeof evm.session>()
  evm.answer = () => answer.promise
  sol.answer = () => new Promise(() => {})
  const one = connect(foyer, { connector: evm.connector })
  const two = connect(foyer, { connector: sol.connector })
  foyer.store.set((state) => ({ ...state, pairing: { ...state.pairing, wcUri: 'wc:2' } }))
  answer.open(evm.session)
  await one
  expect(foyer.store.get().pairing.wcUri).toBe('wc:2')
  cancelConnect(foyer, 'solana')
  await expect(two).rejects.toThrow()
  expect(foyer.store.get().pairing.wcUri).toBeUndefined()
})
