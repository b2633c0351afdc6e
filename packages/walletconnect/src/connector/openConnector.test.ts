import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parsePairingUri } from '../pairingUri.ts'
import { memoryStorage, testBrowser } from '../testBrowser.test.kit.ts'
import { startDapp } from '../testDapp.test.kit.ts'
import { startWallet } from '../testWallet.test.kit.ts'
import { approved, evmAddress, otherAddress, solanaAddress } from '../testWallets.test.kit.ts'

let relay: RunningRelay
beforeAll(async () => {
  relay = await start({ port: 0, limits: { handshakesPer10s: 1000 } })
})
afterAll(() => relay.stop())

type Dapp = Awaited<ReturnType<typeof startDapp>>

async function setUp(parameters: Partial<Parameters<typeof startDapp>[0]> = {}) {
  const dapp = await startDapp({ relayUrl: relay.url, ...parameters })
  const wallet = await startWallet({ relayUrl: relay.url })
  onTestFinished(() => {
    dapp.stop()
    wallet.stop()
  })
  return { dapp, wallet }
}

async function connect(
  dapp: Dapp,
  wallet: Awaited<ReturnType<typeof startWallet>>,
  namespaces: object = approved,
) {
  const shown = dapp.uris.length
  const connecting = dapp.open('eip155')
  const topic = await wallet.approve(await dapp.uri(shown + 1), namespaces)
  return { topic, session: await connecting }
}

const switchTo = (chainId: string) => ({
  method: 'wallet_switchEthereumChain',
  params: [{ chainId }],
})

test("proposes every network of the site as optional, with the site's metadata", async () => {
  const { dapp, wallet } = await setUp()
  dapp.open('eip155').catch(() => {})
  const { proposal } = await wallet.takeProposal(await dapp.uri())
  expect(proposal.params).toMatchObject({
    id: proposal.id,
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        methods: expect.arrayContaining(['personal_sign', 'wallet_switchEthereumChain']),
        events: ['chainChanged', 'accountsChanged'],
      },
      solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
    },
    proposer: {
      metadata: { name: 'Site', description: 'A site', url: 'https://site.example', icons: [] },
    },
  })
  const expiry = parsePairingUri(dapp.uris[0] ?? '')?.expiryTimestamp ?? 0
  expect(expiry - Date.now() / 1000).toBeGreaterThan(295)
})

test('sends the wallet the metadata that the site sets for WalletConnect only', async () => {
  const redirect = { universal: 'https://site.example/app' }
  const { dapp, wallet } = await setUp({ metadata: { name: 'Shop', redirect } })
  dapp.open('eip155').catch(() => {})
  const { proposal } = await wallet.takeProposal(await dapp.uri())
  expect(proposal.params).toMatchObject({
    proposer: { metadata: { name: 'Shop', url: 'https://site.example', redirect } },
  })
})

test('answers requests for accounts and network without the wallet', async () => {
  const { dapp, wallet } = await setUp()
  const { session } = await connect(dapp, wallet)
  const { provider } = session
  const before = wallet.received.length
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([evmAddress])
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([evmAddress])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(await provider.request({ method: 'net_version' })).toBe('1')
  await expect(provider.request({ method: 'eth_getBalance', params: [] })).rejects.toMatchObject({
    code: 'unsupported-method',
    details: expect.stringContaining('personal_sign, eth_sendTransaction'),
  })
  await expect(
    provider.request({ method: 'personal_sign', params: [], chainId: 'eip155:137' }),
  ).rejects.toMatchObject({ code: 'session-chain-unsupported' })
  expect(wallet.received.length).toBe(before)
})

test('[7.40] switches to an approved network locally, in this page and after a reload', async () => {
  const { dapp, wallet } = await setUp()
  const { session } = await connect(dapp, wallet)
  const onChain = vi.fn()
  dapp.watch('eip155', { onAccounts() {}, onChain, onScope() {}, onDisconnect() {} })
  const before = wallet.received.length
  expect(await session.provider.request(switchTo('0xa'))).toBeNull()
  expect(onChain).toHaveBeenCalledExactlyOnceWith('eip155:10')
  expect(await session.provider.request({ method: 'eth_chainId' })).toBe('0xa')
  expect(wallet.received.length).toBe(before)
  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, result: '0x' }, method)
  })
  await session.provider.request({ method: 'personal_sign', params: [] })
  expect(wallet.received.at(-1)?.message.params).toMatchObject({ chainId: 'eip155:10' })
  const again = await dapp.open('eip155', { silent: true })
  expect(again.chainId).toBe('eip155:10')
})

test('[8.13] error: "Chain is not supported" if the network is not approved and the wallet cannot be asked', async () => {
  const { dapp, wallet } = await setUp()
  const { session } = await connect(dapp, wallet)
  await expect(session.provider.request(switchTo('0x89'))).rejects.toMatchObject({
    code: 'session-chain-unsupported',
    message: 'Chain is not supported',
    details: expect.stringContaining('eip155:1, eip155:10'),
  })
  await expect(session.provider.request(switchTo('mainnet'))).rejects.toMatchObject({
    code: 'params-invalid',
  })
})

test('[7.40] [7.41] a wallet that supports it adds the network to the session; error: it approves but does not add it', async () => {
  const { dapp, wallet } = await setUp()
  const methods = [
    ...approved.eip155.methods,
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ]
  const wide = { eip155: { ...approved.eip155, methods } }
  const { session, topic } = await connect(dapp, wallet, wide)
  const asked: unknown[] = []
  wallet.onRequest(async (on, { id, method, params }) => {
    if (method !== 'wc_sessionRequest') return
    asked.push(params)
    const accounts = [...approved.eip155.accounts, `eip155:137:${evmAddress}`]
    await wallet.respond(on, { id, result: null }, method)
    await wallet.request(topic, 'wc_sessionUpdate', {
      namespaces: { eip155: { ...wide.eip155, accounts } },
    })
  })
  expect(await session.provider.request(switchTo('0x89'))).toBeNull()
  expect(await session.provider.request({ method: 'eth_chainId' })).toBe('0x89')
  expect(asked).toMatchObject([{ chainId: 'eip155:1', request: switchTo('0x89') }])

  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, result: null }, method)
  })
  const add = {
    method: 'wallet_addEthereumChain',
    params: [{ chainId: '0x2105', chainName: 'Base' }],
  }
  await expect(session.provider.request(add)).rejects.toMatchObject({
    code: 'session-chain-unsupported',
  })
})

test('lists an account on several networks once, from namespace keys of either kind', async () => {
  const { dapp, wallet } = await setUp()
  const part = { methods: ['personal_sign'], events: [] }
  const { session } = await connect(dapp, wallet, {
    eip155: {
      ...part,
      accounts: [`eip155:1:${evmAddress}`, `eip155:10:${evmAddress.toLowerCase()}`],
    },
    'eip155:10': {
      methods: ['eth_sendTransaction'],
      events: [],
      accounts: [`eip155:10:${otherAddress}`],
    },
  })
  expect(session.accounts).toEqual([{ address: evmAddress }, { address: otherAddress }])
  expect(session.scope).toEqual({
    chainIds: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction'],
  })
  await expect(dapp.open('solana', { silent: true })).rejects.toMatchObject({
    code: 'not-connected',
  })
})

test('connects on the network that the user chose, if the wallet approved it', async () => {
  const { dapp, wallet } = await setUp()
  const connecting = dapp.open('eip155', { chainId: 'eip155:10' })
  await wallet.approve(await dapp.uri(), approved)
  expect((await connecting).chainId).toBe('eip155:10')
})

test('prepare provides a URI before a connect, which then waits for the wallet that scanned it', async () => {
  const { dapp, wallet } = await setUp()
  const preparing = new AbortController()
  const prepared = dapp.prepare({ ...dapp.shared, signal: preparing.signal })
  const uri = await dapp.uri()
  const connecting = dapp.open('eip155')
  await wallet.approve(uri, approved)
  expect((await connecting).accounts).toEqual([{ address: evmAddress }])
  // A used URI is replaced.
  expect(await dapp.uri(3)).not.toBe(uri)
  preparing.abort()
  await prepared
})

test('replaces a URI after four and a half minutes; the old one still connects', async () => {
  let ahead = 0
  const browser = testBrowser({ now: () => Date.now() + ahead })
  const { dapp, wallet } = await setUp({ browser })
  const connecting = dapp.open('eip155')
  const first = await dapp.uri()
  ahead = 260_000
  browser.wake()
  expect(dapp.uris.length).toBe(1)
  ahead = 271_000
  browser.wake()
  expect(await dapp.uri(2)).not.toBe(first)
  await wallet.approve(first, approved)
  expect((await connecting).accounts).toEqual([{ address: evmAddress }])
})

describe('while nobody wakes the page', () => {
  /** Prepares a URI on a page whose timers and clock the test moves. */
  async function prepare() {
    let ahead = 0
    const { dapp } = await setUp({ browser: testBrowser({ now: () => Date.now() + ahead }) })
    const join = () => {
      const leaving = new AbortController()
      const prepared = dapp.prepare({ ...dapp.shared, signal: leaving.signal })
      onTestFinished(() => leaving.abort())
      return () => {
        leaving.abort()
        return prepared
      }
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const leave = join()
    await vi.waitFor(() => expect(dapp.uris).toHaveLength(1))
    await vi.waitFor(() => expect(dapp.client.wire.store.list('outbox.')).toEqual([]))
    const pass = (ms: number, clockMs = ms) => {
      ahead += clockMs
      return vi.advanceTimersByTimeAsync(ms)
    }
    return { dapp, join, leave, pass }
  }

  test('replaces a URI that a later caller got', async () => {
    const { dapp, join, leave, pass } = await prepare()
    await leave()
    join()
    expect(dapp.uris[1]).toBe(dapp.uris[0])
    await pass(270_000)
    await vi.waitFor(() => expect(new Set(dapp.uris).size).toBe(2))
  })

  test('replaces a URI whose timer fired before its time', async () => {
    const { dapp, pass } = await prepare()
    await pass(270_000, 269_000)
    expect(dapp.uris).toHaveLength(1)
    await pass(2_000)
    await vi.waitFor(() => expect(dapp.uris).toHaveLength(2))
  })

  test('looks at most every five minutes, however far the clock is set back', async () => {
    const { dapp, pass } = await prepare()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    await pass(270_000, -30 * 86_400_000)
    const longest = Math.max(...timers.mock.calls.map(([, ms = 0]) => ms))
    expect(longest).toBe(300_000)
    expect(dapp.uris).toHaveLength(1)
  })
})

test('provides a URI without a sign-in when the site creates none in 5 s', async () => {
  const { dapp, wallet } = await setUp({ namespaces: ['eip155'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connecting = dapp.open('eip155', { signIn: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(dapp.uris).toHaveLength(1))
  await wallet.approve(dapp.uris[0] ?? '', { eip155: approved.eip155 })
  expect((await connecting).accounts).toEqual([{ address: evmAddress }])
})

test('an expired session is removed with its keys', async () => {
  const storage = memoryStorage()
  let ahead = 0
  const browser = testBrowser({ storage, now: () => Date.now() + ahead })
  const { dapp, wallet } = await setUp({ browser })
  const { session, topic } = await connect(dapp, wallet)
  const onDisconnect = vi.fn()
  dapp.watch('eip155', { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect })
  const week = 604_800_000
  ahead = week - 3_600_000
  browser.wake()
  expect(dapp.client.listSessions()).toHaveLength(1)
  expect(onDisconnect).not.toHaveBeenCalled()
  ahead = week + 60_000
  browser.wake()
  expect(onDisconnect).toHaveBeenCalledOnce()
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
  expect(keys.filter((key) => key?.includes(topic))).toEqual([])
  await expect(
    session.provider.request({ method: 'personal_sign', params: [] }),
  ).rejects.toMatchObject({ code: 'not-connected' })
})

test('a wallet that approves after all callers left is disconnected', async () => {
  const { dapp, wallet } = await setUp()
  const leaving = new AbortController()
  const connecting = dapp.open('eip155', { signal: leaving.signal })
  const uri = await dapp.uri()
  leaving.abort()
  await expect(connecting).rejects.toMatchObject({ code: 'request-aborted' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await wallet.approve(uri, approved)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(dapp.client.listSessions()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  const ended = await wallet.until(({ method }) => method === 'wc_sessionDelete')
  expect(ended.params).toEqual({ code: 6000, message: 'User disconnected.' })
  expect(dapp.client.listSessions()).toEqual([])
})

test('a request reopens the wallet through the link that the user chose', async () => {
  const { dapp, wallet } = await setUp()
  dapp.setLink('trust://')
  const { session, topic } = await connect(dapp, wallet)
  wallet.onRequest((on, { id, method }) => {
    if (method === 'wc_sessionRequest') void wallet.respond(on, { id, result: '0x' }, method)
  })
  await session.provider.request({ method: 'personal_sign', params: [] })
  const id = wallet.received.find(({ message }) => message.method === 'wc_sessionRequest')?.message
    .id
  expect(dapp.browser.links).toEqual([
    [`trust://wc?requestId=${id}&sessionTopic=${topic}`, '_self'],
  ])
})

test('after a wallet ended its session, the next approval connects each of its namespaces', async () => {
  const { dapp, wallet } = await setUp()
  const first = await connect(dapp, wallet)
  await dapp.open('solana', { silent: true })
  const onDisconnect = vi.fn()
  dapp.watch('solana', { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect })
  void wallet.request(first.topic, 'wc_sessionDelete', { code: 6000, message: 'Good-bye' })
  await vi.waitFor(() => expect(onDisconnect).toHaveBeenCalledOnce())
  await expect(dapp.open('solana', { silent: true })).rejects.toMatchObject({
    code: 'not-connected',
  })
  await connect(dapp, wallet)
  const { accounts } = await dapp.open('solana', { silent: true })
  expect(accounts).toEqual([{ address: solanaAddress }])
})

test('a new session ends the previous one, in its wallet too', async () => {
  const { dapp, wallet } = await setUp()
  const first = await connect(dapp, wallet)
  const second = await connect(dapp, wallet)
  expect(second.topic).not.toBe(first.topic)
  await wallet.until(({ method }, topic) => method === 'wc_sessionDelete' && topic === first.topic)
  expect(dapp.client.listSessions().map(({ topic }) => topic)).toEqual([second.topic])
})

test('connects before the relay has the end of the previous session, so that no cancel loses both', async () => {
  const plain = testBrowser()
  const openSocket: typeof plain.openSocket = (url) => {
    const socket = plain.openSocket(url)
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      if (!String(data).includes('"tag":1112')) send(data)
    }
    return socket
  }
  const { dapp, wallet } = await setUp({ browser: { ...plain, openSocket } })
  await connect(dapp, wallet)
  const shown = dapp.uris.length
  let isConnected = false
  const connecting = dapp.open('eip155').then(() => {
    isConnected = true
  })
  await wallet.approve(await dapp.uri(shown + 1), approved)
  const used = () => dapp.client.listSessions().flatMap((session) => session.used)
  await vi.waitFor(() => expect(used()).toEqual(['eip155']))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isConnected).toBe(true)
  await connecting
})

test('a new session ends the session of a closed page, in its wallet too', async () => {
  const storage = memoryStorage()
  const { dapp, wallet } = await setUp({ browser: testBrowser({ storage }) })
  const first = await connect(dapp, wallet)
  dapp.stop()
  const later = await setUp({ browser: testBrowser({ storage }) })
  const second = await connect(later.dapp, later.wallet)
  await wallet.until(({ method }, topic) => method === 'wc_sessionDelete' && topic === first.topic)
  expect(later.dapp.client.listSessions().map(({ topic }) => topic)).toEqual([second.topic])
})
