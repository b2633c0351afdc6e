import type { SessionListener } from '@foyer/core'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createNodeWallet, person } from './nodeWallet.test.kit.ts'
import { createRegistration } from './registration.ts'
import { watch } from './watch.ts'

const people = [person('alice'), person('bob')]
const [alice, bob] = [person('alice').address, person('bob').address]

async function watched(options = {}) {
  const made = createNodeWallet({ people, ...options })
  const { wallet } = made
  const session = await connect({
    wallet,
    chainId: undefined,
    networks: [],
    silent: false,
    signal: new AbortController().signal,
  })
  const received: unknown[] = []
  const listener: SessionListener = {
    onAccounts: (accounts) => received.push(accounts.map(({ address }) => address)),
    onChain: (chainId) => received.push(chainId),
    onScope: ({ methods }) => received.push(methods),
    onDisconnect: () => received.push('disconnected'),
  }
  const registration = createRegistration(wallet)
  const stop = watch({ wallet, listener, registration, session })
  return { ...made, received, registration, stop }
}

test('reports other accounts, each change once', async () => {
  const { emit, everyone, received } = await watched()
  const [one, two] = everyone
  emit({ accounts: [two, one] })
  emit({ accounts: [two, one] })
  emit({ accounts: [one] })
  expect(received).toEqual([[bob, alice], [alice]])
})

test('reports that no account is left, or none for Solana', async () => {
  const one = await watched()
  one.emit({ accounts: [] })
  expect(one.received).toEqual([[]])
  const other = await watched()
  other.emit({ accounts: [{ ...other.everyone[0], chains: ['eip155:1'] }] })
  expect(other.received).toEqual([[]])
})

test('reports other features and networks', async () => {
  const { emit, everyone, received, setAccounts, wallet } = await watched()
  delete wallet.features['solana:signAndSendTransaction']
  emit({ features: wallet.features })
  emit({ features: wallet.features })
  const afterwards = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions']
  expect(received).toEqual([afterwards])
  setAccounts(everyone.map((account) => ({ ...account, chains: ['solana:devnet'] })))
  emit({ chains: ['solana:devnet'] })
  expect(received).toEqual([afterwards, afterwards])
})

test('ignores malformed events', async () => {
  const { emit, received } = await watched()
  const hostile = Object.defineProperty({}, 'accounts', {
    get() {
      throw new Error('boo')
    },
  })
  for (const change of [undefined, null, 7, {}, { accounts: 'x' }, { accounts: {} }, hostile])
    emit(change)
  expect(received).toEqual([])
})

test('reports that the wallet unregistered', async () => {
  const { received, registration, wallet } = await watched()
  registration.unregister({})
  expect(received).toEqual([])
  registration.unregister(wallet)
  expect(received).toEqual(['disconnected'])
})

test('reports nothing after it was stopped, and removes its listener', async () => {
  const { emit, everyone, received, listenerCount, registration, stop, wallet } = await watched()
  expect(listenerCount()).toBe(1)
  stop()
  expect(listenerCount()).toBe(0)
  emit({ accounts: everyone.slice(1) })
  registration.unregister(wallet)
  expect(received).toEqual([])
})

test('returns a stop function for a wallet with missing or broken events', async () => {
  for (const feature of [
    undefined,
    { on: () => 7 },
    {
      on() {
        throw new Error('boo')
      },
    },
    {
      on: () => () => {
        throw new Error('boo')
      },
    },
  ]) {
    const { received, registration, wallet } = await watched()
    wallet.features['standard:events'] = feature
    const stop = watch({
      wallet,
      registration,
      session: { provider: { request: async () => {} }, accounts: [], chainId: 'solana:x' },
      listener: { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} },
    })
    stop()
    expect(received).toEqual([])
  }
})
