import { type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from './connect.ts'
import type { EvmProvider } from './evmProvider.ts'
import { createNodeWallet, walletError } from './nodeWallet.test.kit.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())
afterEach(() => {
  vi.useRealTimers()
})

const createWallet = (answers = {}) => createNodeWallet({ nodes: [chain], answers })
const open = (
  provider: EvmProvider,
  { onPending = () => {}, signal = new AbortController().signal, silent = false } = {},
) => connect({ provider, silent, signal, onPending })

test('returns the accounts and the network of a real wallet', async () => {
  const { methods, provider } = createWallet()
  const session = await open(provider)
  expect(session.provider).toBe(provider)
  expect(session.accounts.length).toBe(10)
  expect(session.accounts[0]).toEqual({ address: alice })
  expect(session.chainId).toBe('eip155:31337')
  expect(methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
})

test('returns each account once, with its checksum, and drops invalid ones', async () => {
  const { provider } = createWallet({
    eth_requestAccounts: () => [null, alice.toLowerCase(), '0x12', alice, 7, {}, `${alice}0`],
  })
  expect((await open(provider)).accounts).toEqual([{ address: alice }])
})

test.each([
  ['nothing', null],
  ['no list', alice],
  ['an empty list', []],
  ['garbage', [7, 'x']],
  ['undefined', undefined],
])('error: a wallet that names %s', async (_, answer) => {
  const { provider } = createWallet({ eth_requestAccounts: () => answer })
  await expect(open(provider)).rejects.toMatchObject({ code: 'connection-invalid' })
})

test.each([['0x7a69'], ['31337'], [31337]])(
  'returns the network that a wallet calls %j',
  async (id) => {
    const { provider } = createWallet({ eth_chainId: () => id })
    expect((await open(provider)).chainId).toBe('eip155:31337')
  },
)

test.each([[null], [''], ['0x'], ['mainnet'], [-1], [Number.NaN], [{}], [Object.create(null)]])(
  'error: a wallet without a network (%#)',
  async (id) => {
    const { provider } = createWallet({ eth_chainId: () => id })
    await expect(open(provider)).rejects.toMatchObject({ code: 'connection-invalid' })
  },
)

test('error: the user rejects', async () => {
  const refused = walletError(4001, 'User rejected the request.')
  const { provider } = createWallet({
    eth_requestAccounts: () => {
      throw refused
    },
  })
  await expect(open(provider)).rejects.toMatchObject({ code: 'user-rejected', cause: refused })
})

test.each([
  ['text'],
  [undefined],
  [null],
  [{ code: 4001 }],
  [{ message: 'User denied account access' }],
])('error: a wallet that synchronously throws a non-error: %j', async (thrown) => {
  const provider = {
    request: () => {
      throw thrown
    },
  }
  const isRefusal = typeof thrown === 'object' && thrown !== null
  await expect(open(provider)).rejects.toMatchObject({
    name: 'FoyerError',
    code: isRefusal ? 'user-rejected' : 'unknown',
  })
})

test('error: aborted before and during the request', async () => {
  const { calls, provider } = createWallet({ eth_requestAccounts: () => new Promise(() => {}) })
  await expect(open(provider, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'request-aborted',
  })
  expect(calls).toEqual([])
  const controller = new AbortController()
  const opening = open(provider, { signal: controller.signal })
  controller.abort()
  await expect(opening).rejects.toMatchObject({ code: 'request-aborted' })
})

test('silent: returns the session without a prompt', async () => {
  const { methods, provider } = createWallet()
  await open(provider)
  const session = await open(provider, { silent: true })
  expect(session.accounts[0]).toEqual({ address: alice })
  expect(methods().slice(2)).toEqual(['eth_accounts', 'eth_chainId'])
})

test('silent, error: no longer connected, locked, or no answer within 5 s', async () => {
  const { provider } = createWallet()
  await expect(open(provider, { silent: true })).rejects.toMatchObject({ code: 'not-connected' })
  const locked = createWallet({
    eth_accounts: () => {
      throw walletError(4100, 'locked')
    },
  })
  await expect(open(locked.provider, { silent: true })).rejects.toMatchObject({
    code: 'not-connected',
  })
  vi.useFakeTimers()
  const mute = createWallet({ eth_accounts: () => new Promise(() => {}) })
  let settled = false
  const asking = open(mute.provider, { silent: true }).finally(() => {
    settled = true
  })
  const refused = expect(asking).rejects.toMatchObject({ code: 'not-connected' })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await refused
})

test('silent, error: an invalid answer does not mean "no longer connected"', async () => {
  const { provider } = createWallet({ eth_accounts: () => ['x'] })
  await expect(open(provider, { silent: true })).rejects.toMatchObject({
    code: 'connection-invalid',
  })
})

/** A wallet with an earlier request that is still pending. */
function createBusyWallet() {
  const wallet = createWallet({
    eth_requestAccounts: () => {
      throw walletError(-32002, 'Request of type wallet_requestPermissions already pending')
    },
  })
  return wallet
}

test('returns the session once the user answers a pending request, notified by an event', async () => {
  const wallet = createBusyWallet()
  const onPending = vi.fn()
  const opening = open(wallet.provider, { onPending })
  await vi.waitFor(() => expect(onPending).toHaveBeenCalledOnce())
  wallet.emit('accountsChanged', ['garbage'])
  wallet.emit('accountsChanged', [alice.toLowerCase()])
  expect((await opening).accounts).toEqual([{ address: alice }])
  expect(wallet.listenerCount()).toBe(0)
  expect(wallet.methods().filter((method) => method === 'eth_requestAccounts').length).toBe(1)
})

test('returns the session once the user answers, by polling every second if the wallet emits no events', async () => {
  vi.useFakeTimers()
  const wallet = createBusyWallet()
  const onPending = vi.fn()
  const { on: _, ...mute } = wallet.provider
  const opening = open(mute, { onPending })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(wallet.methods()).toEqual(['eth_requestAccounts', 'eth_accounts', 'eth_accounts'])
  wallet.setAccounts([alice])
  await vi.advanceTimersByTimeAsync(500)
  expect((await opening).accounts).toEqual([{ address: alice }])
  expect(onPending).toHaveBeenCalledOnce()
})

test('error: an abort during a pending request stops polling', async () => {
  vi.useFakeTimers()
  const wallet = createBusyWallet()
  const controller = new AbortController()
  const opening = open(wallet.provider, { signal: controller.signal })
  const refused = expect(opening).rejects.toMatchObject({ code: 'request-aborted' })
  await vi.advanceTimersByTimeAsync(1_500)
  controller.abort()
  await refused
  const asked = wallet.calls.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(wallet.calls.length).toBe(asked)
  expect(wallet.listenerCount()).toBe(0)
})
