import type { Network } from '@foyer/core'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from './connect.ts'
import { solanaDevnet, solanaLocalnet, solanaMainnet } from './networks.ts'
import { createNodeWallet, person, walletError } from './nodeWallet.test.kit.ts'

const people = [person('alice'), person('bob')]
const [alice, bob] = [person('alice').address, person('bob').address]
afterEach(() => {
  vi.useRealTimers()
})

type Made = ReturnType<typeof createNodeWallet>
const create = (options: Partial<Parameters<typeof createNodeWallet>[0]> = {}) =>
  createNodeWallet({ people, ...options })
const answering = (answer: () => unknown) => create({ answers: { connect: answer } })
const open = (
  { wallet }: Made,
  {
    chainId,
    networks = [],
    signal = new AbortController().signal,
    signIn,
    silent = false,
  }: {
    chainId?: Network['caipNetworkId']
    networks?: readonly Network[]
    signal?: AbortSignal
    signIn?: connect.Parameters['signIn']
    silent?: boolean
  } = {},
) => connect({ wallet, chainId, networks, silent, signal, signIn })

test('returns the accounts of a real wallet, and its permissions', async () => {
  const made = create()
  const session = await open(made)
  expect(session.accounts).toEqual([{ address: alice }, { address: bob }])
  expect(session.chainId).toBe(solanaLocalnet.caipNetworkId)
  expect(session.scope).toEqual({
    chainIds: [solanaLocalnet.caipNetworkId],
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
  })
  expect(made.calls).toEqual([{ name: 'connect', inputs: [] }])
})

test('returns only the methods and networks that the wallet has', async () => {
  const made = create({
    features: ['solana:signMessage', 'solana:signIn'],
    chains: ['solana:devnet', 'solana:mainnet', 'eip155:1', 'solana:nonsense'],
  })
  expect((await open(made)).scope).toEqual({
    chainIds: [solanaDevnet.caipNetworkId, solanaMainnet.caipNetworkId],
    methods: ['solana_signMessage'],
  })
})

test('returns the requested network, else the first of the site that the wallet allows', async () => {
  const made = create({ chains: ['solana:mainnet', 'solana:devnet'] })
  const networks = [{ ...solanaMainnet, caipNetworkId: 'eip155:1' as const }, solanaDevnet]
  const { caipNetworkId: devnet } = solanaDevnet
  const { caipNetworkId: mainnet } = solanaMainnet
  expect((await open(made, { chainId: devnet })).chainId).toBe(devnet)
  expect((await open(made, { chainId: mainnet, networks })).chainId).toBe(mainnet)
  expect((await open(made, { chainId: solanaLocalnet.caipNetworkId, networks })).chainId).toBe(
    devnet,
  )
  expect((await open(made, { chainId: 'eip155:1', networks })).chainId).toBe(devnet)
  expect((await open(made)).chainId).toBe(mainnet)
})

test('error: a connect that was cancelled while the server was asked opens no prompt', async () => {
  const given = {
    ...{ domain: 'site.example', uri: 'https://site.example', version: '1' as const },
    ...{ nonce: 'k9rfa2ns81', issuedAt: '2026-01-01T00:00:00Z' },
  }
  for (const request of [given, undefined]) {
    const made = create({ features: ['solana:signMessage', 'solana:signIn'] })
    const controller = new AbortController()
    const signIn = async () => {
      controller.abort()
      return request
    }
    const { signal } = controller
    await expect(open(made, { networks: [solanaLocalnet], signal, signIn })).rejects.toMatchObject({
      code: 'request-aborted',
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(made.calls).toEqual([])
  }
})

test('error: a request that is aborted while its code loads does not reach the wallet', async () => {
  const made = create()
  const { provider } = await open(made)
  const controller = new AbortController()
  const params = { message: '2NEpo7TZRRrLZSi2U', pubkey: alice }
  const end = provider.until?.(controller.signal).request({ method: 'solana_signMessage', params })
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(made.calls.map(({ name }) => name)).toEqual(['connect'])
})

test('returns each account once, and drops those of other chains', async () => {
  const { everyone } = create()
  const hostile = Object.defineProperty({}, 'address', {
    get() {
      throw new Error('boo')
    },
  })
  const made = answering(() => ({
    accounts: [
      null,
      7,
      hostile,
      { address: bob },
      { ...everyone[1], chains: ['eip155:1'] },
      { ...everyone[1], address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      everyone[0],
      everyone[0],
    ],
  }))
  expect((await open(made)).accounts).toEqual([{ address: alice }])
})

test('reads the accounts of a wallet whose connect returns nothing', async () => {
  const made = answering(() => undefined)
  made.setAccounts(made.everyone)
  expect((await open(made)).accounts.length).toBe(2)
})

test.each([
  ['nothing', undefined],
  ['no list', { accounts: 'x' }],
  ['an empty list', { accounts: [] }],
  ['garbage', { accounts: [7, {}, null] }],
])('error: a wallet that names %s', async (_, answer) => {
  await expect(open(answering(() => answer))).rejects.toMatchObject({
    code: 'connection-invalid',
    details: 'The wallet named no account for a Solana network.',
  })
})

test('error: the user rejects', async () => {
  const refused = walletError('WalletConnectionError', 'User rejected the request.', 4001)
  const made = answering(() => Promise.reject(refused))
  await expect(open(made)).rejects.toMatchObject({ code: 'user-rejected', cause: refused })
})

test.each([
  ['text', 'unknown'],
  [undefined, 'unknown'],
  [null, 'unknown'],
  ['User rejected the request', 'user-rejected'],
  [{ code: 4001 }, 'user-rejected'],
  [walletError('WalletWindowClosedError', ''), 'user-rejected'],
])('error: a wallet that synchronously throws %j', async (thrown, code) => {
  const made = create()
  made.wallet.features['standard:connect'] = {
    connect() {
      throw thrown
    },
  }
  await expect(open(made)).rejects.toMatchObject({ name: 'FoyerError', code })
})

test('error: aborted before and during the request', async () => {
  const made = answering(() => new Promise(() => {}))
  await expect(open(made, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'request-aborted',
  })
  expect(made.calls).toEqual([])
  const controller = new AbortController()
  const opening = open(made, { signal: controller.signal })
  controller.abort()
  await expect(opening).rejects.toMatchObject({ code: 'request-aborted' })
})

test('silent: returns the session without a prompt', async () => {
  const made = create()
  await open(made)
  const session = await open(made, { silent: true })
  expect(session.accounts[0]).toEqual({ address: alice })
  expect(made.calls[1]).toEqual({ name: 'connect', inputs: [{ silent: true }] })
})

test('silent, error: no longer connected, locked, or no answer within 5 s', async () => {
  const notConnected = { code: 'not-connected' }
  await expect(open(create(), { silent: true })).rejects.toMatchObject(notConnected)
  const locked = answering(() => Promise.reject(new Error('locked')))
  await expect(open(locked, { silent: true })).rejects.toMatchObject(notConnected)
  vi.useFakeTimers()
  let settled = false
  const mute = answering(() => new Promise(() => {}))
  const asking = open(mute, { silent: true }).finally(() => {
    settled = true
  })
  const refused = expect(asking).rejects.toMatchObject(notConnected)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await refused
})
