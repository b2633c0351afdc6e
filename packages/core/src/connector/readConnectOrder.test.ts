import { expect, test } from 'vitest'
import { testFoyer, testWallet } from '../testFoyer.test.kit.ts'
import { connectorTypes, isOneWallet } from './connector.ts'
import { readConnectOrder } from './readConnectOrder.ts'

test('[9.17] email, social, wallet; with an injected or announced wallet: wallet, email, social', () => {
  for (const type of connectorTypes) {
    const foyer = testFoyer({ connectors: [testWallet('w', { type }).connector] })
    const isInstalled = type === 'ANNOUNCED' || type === 'INJECTED'
    expect(readConnectOrder(foyer), type).toEqual(
      isInstalled ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet'],
    )
  }
  expect(readConnectOrder(testFoyer())).toEqual(['email', 'social', 'wallet'])
})

test('an excluded wallet does not count as installed', () => {
  const { connector } = testWallet('w', { explorerId: 'gone' })
  const foyer = testFoyer({ connectors: [connector] })
  foyer.store.set((state) => ({
    ...state,
    directory: { ...state.directory, excludedWallets: [{ name: connector.name }] },
  }))
  expect(readConnectOrder(foyer)).toEqual(['email', 'social', 'wallet'])
  const byId = testFoyer({ connectors: [connector], excludeWalletIds: ['gone'] })
  expect(readConnectOrder(byId)).toEqual(['email', 'social', 'wallet'])
})

test('[9.17] returns the order that the site sets', () => {
  const { connector } = testWallet()
  const features = { connectMethodsOrder: ['social', 'wallet'] as const }
  expect(readConnectOrder(testFoyer({ connectors: [connector], features }))).toEqual([
    'social',
    'wallet',
  ])
})

test('[3.9] lists the types of connectors', () => {
  expect(connectorTypes).toEqual([
    'ANNOUNCED',
    'INJECTED',
    'WALLET_CONNECT',
    'AUTH',
    'EXTERNAL',
    'MULTI_CHAIN',
    'ID_AUTH',
  ])
  expect(connectorTypes.filter((type) => !isOneWallet({ type }))).toEqual([
    'WALLET_CONNECT',
    'AUTH',
  ])
})
