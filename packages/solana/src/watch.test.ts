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
  const heard: unknown[] = []
  const listener: SessionListener = {
    onAccounts: (accounts) => heard.push(accounts.map(({ address }) => address)),
    onChain: (chainId) => heard.push(chainId),
    onScope: ({ methods }) => heard.push(methods),
    onDisconnect: () => heard.push('disconnected'),
  }
  const registration = createRegistration(wallet)
  const stop = watch({ wallet, listener, registration, session })
  return { ...made, heard, registration, stop }
}

test('reports other accounts, each change once', async () => {
  const { emit, everyone, heard } = await watched()
  const [one, two] = everyone
  emit({ accounts: [two, one] })
  emit({ accounts: [two, one] })
  emit({ accounts: [one] })
  expect(heard).toEqual([[bob, alice], [alice]])
})

test('reports that no account is left, or none for Solana', async () => {
  const one = await watched()
  one.emit({ accounts: [] })
  expect(one.heard).toEqual([[]])
  const other = await watched()
  other.emit({ accounts: [{ ...other.everyone[0], chains: ['eip155:1'] }] })
  expect(other.heard).toEqual([[]])
})

test('reports other features and networks', async () => {
  const { emit, everyone, heard, setAccounts, wallet } = await watched()
  delete wallet.features['solana:signAndSendTransaction']
  emit({ features: wallet.features })
  emit({ features: wallet.features })
  const afterwards = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions']
  expect(heard).toEqual([afterwards])
  setAccounts(everyone.map((account) => ({ ...account, chains: ['solana:devnet'] })))
  emit({ chains: ['solana:devnet'] })
  expect(heard).toEqual([afterwards, afterwards])
})

test('ignores malformed events', async () => {
  const { emit, heard } = await watched()
  const hostile = Object.defineProperty({}, 'accounts', {
    get() {
      throw new Error('boo')
    },
  })
  for (const change of [undefined, null, 7, {}, { accounts: 'x' }, { accounts: {} }, hostile])
    emit(change)
  expect(heard).toEqual([])
})

test('reports that the wallet unregistered', async () => {
  const { heard, registration, wallet } = await watched()
  registration.unregister({})
  expect(heard).toEqual([])
  registration.unregister(wallet)
  expect(heard).toEqual(['disconnected'])
})

test('reports nothing after it was stopped, and removes its listener', async () => {
  const { emit, everyone, heard, listenerCount, registration, stop, wallet } = await watched()
  expect(listenerCount()).toBe(1)
  stop()
  expect(listenerCount()).toBe(0)
  emit({ accounts: everyone.slice(1) })
  registration.unregister(wallet)
  expect(heard).toEqual([])
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
    const { heard, registration, wallet } = await watched()
    wallet.features['standard:events'] = feature
    const stop = watch({
      wallet,
      registration,
      session: { provider: { request: async () => {} }, accounts: [], chainId: 'solana:x' },
      listener: { onAccounts() {}, onChain() {}, onScope() {}, onDisconnect() {} },
    })
    stop()
    expect(heard).toEqual([])
  }
})
