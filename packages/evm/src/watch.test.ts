import { afterEach, expect, test, vi } from 'vitest'
import { createNodeWallet } from './nodeWallet.test.kit.ts'
import { watch } from './watch.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
afterEach(() => {
  vi.useRealTimers()
})

function follow(answers = {}) {
  const wallet = createNodeWallet({ nodes: [{ chainId: 1, url: 'http://127.0.0.1:1' }], answers })
  wallet.setAccounts([alice])
  const received: unknown[] = []
  const stop = watch({
    provider: wallet.provider,
    session: { provider: wallet.provider, accounts: [{ address: alice }], chainId: 'eip155:1' },
    listener: {
      onAccounts: (accounts) => received.push(accounts.map(({ address }) => address)),
      onChain: (chainId) => received.push(chainId),
      onScope: () => received.push('scope'),
      onDisconnect: () => received.push('disconnect'),
    },
  })
  return { ...wallet, received, stop }
}

test('reports account changes, each once, validated and with checksums', () => {
  const { emit, received } = follow()
  emit('accountsChanged', [alice.toLowerCase()])
  emit('accountsChanged', [bob.toLowerCase(), 'x'])
  emit('accountsChanged', [bob])
  for (const garbage of [undefined, null, bob, {}, ['x'], 7]) emit('accountsChanged', garbage)
  emit('accountsChanged', [])
  emit('accountsChanged', [])
  expect(received).toEqual([[bob], []])
})

test('reports network changes, each once, also from "connect" events', () => {
  const { emit, received } = follow()
  emit('chainChanged', '0x1')
  emit('chainChanged', '0xa')
  emit('chainChanged', 10)
  for (const garbage of [undefined, null, {}, 'x', '0x', Number.NaN]) emit('chainChanged', garbage)
  emit('connect', { chainId: '0x89' })
  emit('connect')
  emit('connect', null)
  expect(received).toEqual(['eip155:10', 'eip155:137'])
})

test('reports a disconnect only when the wallet has no accounts left', async () => {
  const lost = follow()
  lost.emit('disconnect', { code: 1013, message: 'Disconnected from chain' })
  lost.emit('disconnect')
  await vi.waitFor(() => expect(lost.methods()).toEqual(['eth_accounts', 'eth_accounts']))
  await Promise.resolve()
  expect(lost.received).toEqual([])

  const gone = follow()
  gone.setAccounts([])
  gone.emit('disconnect', { code: 4900 })
  await vi.waitFor(() => expect(gone.received).toEqual(['disconnect']))
})

test('reports the disconnect of a silent wallet, but not a lost network', async () => {
  vi.useFakeTimers()
  const mute = { eth_accounts: () => new Promise(() => {}) }
  const gone = follow(mute)
  gone.emit('disconnect')
  const lost = follow(mute)
  lost.emit('disconnect', { code: 1013 })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(gone.received).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(gone.received).toEqual(['disconnect'])
  expect(lost.received).toEqual([])
})

test('reports nothing after it was stopped, and removes its listeners', async () => {
  const { emit, received, listenerCount, setAccounts, stop } = follow()
  setAccounts([])
  emit('disconnect')
  stop()
  expect(listenerCount()).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(received).toEqual([])
})

test('reports nothing after it was stopped, if a wallet keeps its listeners', () => {
  const wallet = createNodeWallet({ nodes: [] })
  const { removeListener: _, ...provider } = wallet.provider
  const onChain = vi.fn()
  const stop = watch({
    provider,
    session: undefined,
    listener: { onAccounts() {}, onChain, onScope() {}, onDisconnect() {} },
  })
  wallet.emit('chainChanged', '0xa')
  stop()
  wallet.emit('chainChanged', '0x1')
  expect(onChain.mock.calls).toEqual([['eip155:10']])
})

test('returns a stop function for a wallet with missing or broken events', () => {
  const listener = { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} }
  const request = async () => null
  watch({ provider: { request }, session: undefined, listener })()
  const broken = () => {
    throw new Error('boo')
  }
  watch({
    provider: { request, on: broken, removeListener: broken },
    session: undefined,
    listener,
  })()
})
