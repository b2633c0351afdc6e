import { expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Session } from '../connector/connector.ts'
import { noPairing } from '../pairing.ts'
import { start } from '../start.ts'
import {
  alice,
  bob,
  gate,
  settled,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { cancelConnect } from './cancelConnect.ts'
import { connect } from './connect.ts'
import { deferConnect } from './deferConnect.ts'
import { disconnect } from './disconnect.ts'
import { setWalletLink } from './setWalletLink.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]

/** A wallet whose prompts the test answers. */
function prompting(...given: Parameters<typeof testWallet>) {
  const wallet = testWallet(...given)
  const prompts: ReturnType<typeof gate<Session>>[] = []
  wallet.answer = () => {
    const prompt = gate<Session>()
    prompts.push(prompt)
    return prompt.promise
  }
  return {
    ...wallet,
    prompts,
    approve: () => prompts.at(-1)?.open(wallet.session),
    refuse: () => prompts.at(-1)?.fail({ code: 4001 }),
  }
}
const make = (options: Parameters<typeof testFoyer>[0] = {}) => testFoyer({ networks, ...options })
const statusOf = (foyer: ReturnType<typeof make>) =>
  foyer.store.get().connections.eip155?.status ?? 'disconnected'

test('[1.1] picking the same wallet again joins its open prompt, and both callers settle with it', async () => {
  const foyer = make()
  const wallet = prompting()
  const one = connect(foyer, { connector: wallet.connector })
  const two = connect(foyer, { connector: wallet.connector })
  expect(wallet.prompts).toHaveLength(1)
  expect(foyer.store.get().requests).toHaveLength(1)
  wallet.approve()
  await Promise.all([one, two])
  expect(readAccount(foyer)).toMatchObject({ address: alice, status: 'connected' })
})

test('joined callers get the same rejection, and the next call opens a new prompt', async () => {
  const foyer = make()
  const wallet = prompting()
  const calls = [1, 2].map(() => connect(foyer, { connector: wallet.connector }))
  wallet.refuse()
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'user-rejected' })
  expect(statusOf(foyer)).toBe('disconnected')
  const again = connect(foyer, { connector: wallet.connector })
  expect(wallet.prompts).toHaveLength(2)
  wallet.approve()
  await again
})

test('a synchronous rejection does not settle the next call', async () => {
  const foyer = make()
  const wallet = prompting()
  let again: Promise<void> | undefined
  const stop = foyer.store.subscribe(() => {
    if (statusOf(foyer) !== 'disconnected' || again) return
    again = connect(foyer, { connector: wallet.connector })
  })
  const first = connect(foyer, { connector: wallet.connector })
  wallet.refuse()
  await expect(first).rejects.toMatchObject({ code: 'user-rejected' })
  stop()
  expect(wallet.prompts).toHaveLength(2)
  wallet.approve()
  await again
  expect(statusOf(foyer)).toBe('connected')
})

test('aborting one caller keeps the prompt; aborting the last one cancels it', async () => {
  const foyer = make()
  const wallet = prompting()
  const [first, second] = [new AbortController(), new AbortController()]
  const one = connect(foyer, { connector: wallet.connector, signal: first.signal })
  const two = connect(foyer, { connector: wallet.connector, signal: second.signal })
  first.abort()
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
  expect(statusOf(foyer)).toBe('connecting')
  second.abort()
  await expect(two).rejects.toMatchObject({ code: 'request-aborted' })
  expect(statusOf(foyer)).toBe('disconnected')
  wallet.approve()
  await settled()
  expect(statusOf(foyer)).toBe('disconnected')
})

test('a caller that aborts with the reason leave cancels nothing and is not counted', async () => {
  const foyer = make()
  const wallet = prompting()
  const [first, second] = [new AbortController(), new AbortController()]
  const one = connect(foyer, { connector: wallet.connector, signal: first.signal })
  first.abort('leave')
  await expect(one).rejects.toMatchObject({ code: 'request-aborted' })
  expect(statusOf(foyer)).toBe('connecting')
  const two = connect(foyer, { connector: wallet.connector, signal: second.signal })
  expect(wallet.prompts).toHaveLength(1)
  second.abort()
  await expect(two).rejects.toMatchObject({ code: 'request-aborted' })
  expect(statusOf(foyer)).toBe('disconnected')
})

test('each joined caller ends on the network that it requested', async () => {
  const asked: string[] = []
  const foyer = make({
    adapter: { switchNetwork: async ({ network }) => void asked.push(network.caipNetworkId) },
  })
  const wallet = prompting()
  const one = connect(foyer, { connector: wallet.connector })
  const two = connect(foyer, { connector: wallet.connector, chainId: 'eip155:8453' })
  wallet.approve()
  await Promise.all([one, two])
  expect(asked).toEqual(['eip155:8453'])
  expect(readAccount(foyer).chainId).toBe('eip155:8453')
})

test('remembers the wallet of the latest caller', async () => {
  const foyer = make()
  const wallet = prompting('wc', { type: 'WALLET_CONNECT' })
  const one = connect(foyer, { connector: wallet.connector, wallet: { id: 'first' } })
  const two = connect(foyer, { connector: wallet.connector, wallet: { id: 'second' } })
  expect(foyer.store.get().pairing.recentWallet).toEqual({ id: 'second' })
  wallet.approve()
  await Promise.all([one, two])
  expect(foyer.store.get().recentWallets).toEqual([{ id: 'second' }])
})

test('the same wallet in another namespace opens its own prompt', async () => {
  const foyer = make()
  const wallet = prompting('w', { namespaces: ['eip155', 'solana'] })
  for (const namespace of ['eip155', 'solana'] as const)
    connect(foyer, { connector: wallet.connector, namespace }).catch(() => {})
  expect(wallet.prompts).toHaveLength(2)
})

test('an approval of the first wallet connects it while the prompt of the second is open', async () => {
  const foyer = make()
  const first = prompting('first', { address: bob })
  const second = prompting('second')
  const one = connect(foyer, { connector: first.connector })
  const two = connect(foyer, { connector: second.connector })
  first.approve()
  await one
  expect(readAccount(foyer)).toMatchObject({ address: bob, status: 'connected' })
  expect(foyer.store.get().shownAttempts).toEqual({})
  second.refuse()
  await expect(two).rejects.toMatchObject({ code: 'user-rejected' })
  expect(readAccount(foyer)).toMatchObject({ address: bob, status: 'connected' })
  expect([first.listeners.size, second.listeners.size]).toEqual([1, 0])
})

test('picking a wallet again makes it the latest', async () => {
  const foyer = make()
  const first = prompting('first', { address: bob })
  const second = prompting('second')
  const calls = [first, second, first].map(({ connector }) => connect(foyer, { connector }))
  expect(foyer.store.get().connections.eip155).toMatchObject({ connectorId: 'first' })
  first.approve()
  await Promise.all([calls[0], calls[2]])
  await expect(calls[1]).rejects.toMatchObject({ code: 'request-aborted' })
  second.approve()
  await settled()
  expect(readAccount(foyer).address).toBe(bob)
  expect([first.prompts.length, second.prompts.length]).toEqual([1, 1])
})

test.each([
  ['cancelConnect', async (foyer: ReturnType<typeof make>) => cancelConnect(foyer)],
  ['disconnect', (foyer: ReturnType<typeof make>) => disconnect(foyer, { namespace: 'eip155' })],
  ['the end of the instance', async (foyer: ReturnType<typeof make>) => foyer.running.stop?.()],
])('%s ends every prompt of the namespace, shown or not', async (_, end) => {
  const foyer = make()
  start(foyer)
  const [first, second] = [prompting('first'), prompting('second')]
  const calls = [first, second].map(({ connector }) => connect(foyer, { connector }))
  const ended = calls.map((call) => expect(call).rejects.toMatchObject({ code: 'request-aborted' }))
  await end(foyer)
  await Promise.all(ended)
  first.approve()
  second.approve()
  await settled()
  expect(statusOf(foyer)).toBe('disconnected')
  expect([first.listeners.size, second.listeners.size]).toEqual([0, 0])
})

test('deferConnect restores the previous state, and a later approval still connects', async () => {
  const foyer = make()
  const before = testWallet('before')
  await connect(foyer, { connector: before.connector })
  const wallet = prompting('wallet', { address: bob })
  const end = connect(foyer, { connector: wallet.connector })
  deferConnect(foyer, before.connector)
  expect(statusOf(foyer)).toBe('connecting')
  deferConnect(foyer, wallet.connector)
  expect(readAccount(foyer)).toMatchObject({ address: alice, status: 'connected' })
  wallet.approve()
  await end
  expect(readAccount(foyer)).toMatchObject({ address: bob, status: 'connected' })
})

test('[3.5] a deferred pairing hides its code, and shows it when the wallet is picked again', async () => {
  const foyer = make()
  const wallet = prompting('wc', { type: 'WALLET_CONNECT' })
  const { answer } = wallet
  const { connector } = wallet
  const asked: Parameters<typeof answer>[0][] = []
  connector.connect = async (parameters) => {
    asked.push(parameters)
    const prompt = gate<Session>()
    wallet.prompts.push(prompt)
    return prompt.promise
  }
  const one = connect(foyer, { connector, wallet: { id: 'chosen' } })
  asked[0]?.onUri({ uri: 'wc:1', expiresAt: 5 })
  setWalletLink(foyer, { name: 'Chosen', href: 'chosen://' })
  deferConnect(foyer, connector)
  expect(foyer.store.get().pairing).toEqual(noPairing)
  asked[0]?.onUri({ uri: 'wc:2', expiresAt: 9 })
  expect(foyer.store.get().pairing).toEqual(noPairing)
  const two = connect(foyer, { connector, wallet: { id: 'chosen' } })
  expect(foyer.store.get().pairing).toMatchObject({
    wcUri: 'wc:2',
    wcPairingExpiry: 9,
    wcLinking: { href: 'chosen://' },
    recentWallet: { id: 'chosen' },
  })
  deferConnect(foyer, connector)
  expect(asked[0]?.readLink()).toMatchObject({ href: 'chosen://' })
  wallet.approve()
  await Promise.all([one, two])
  expect(asked).toHaveLength(1)
  expect(foyer.store.get().pairing).toEqual({
    ...noPairing,
    wcLinking: { name: 'Chosen', href: 'chosen://' },
  })
})

test('opens a new prompt after a timeout', async () => {
  vi.useFakeTimers()
  const foyer = make({ walletTimeoutMs: 1_000 })
  const wallet = prompting()
  const late = expect(connect(foyer, { connector: wallet.connector })).rejects.toMatchObject({
    code: 'request-timed-out',
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  vi.useRealTimers()
  const again = connect(foyer, { connector: wallet.connector })
  expect(wallet.prompts).toHaveLength(2)
  wallet.approve()
  await again
})
