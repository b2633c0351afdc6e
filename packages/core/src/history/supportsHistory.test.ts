import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { setCurrentTab } from '../account/setCurrentTab.ts'
import { connect } from '../connection/connect.ts'
import { testAdapter, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { supportsHistory } from './supportsHistory.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
const adapters = [testAdapter('eip155', { hasHistory: true }), testAdapter('solana')]
const on = { apiUrl: 'https://api.example', networks, adapters }

test('[9.21] a history is offered where the namespace has one', () => {
  const foyer = testFoyer(on)
  expect(supportsHistory(foyer)).toBe(true)
  expect(supportsHistory(foyer, 'solana')).toBe(false)
})

test('[9.20] a history is on by default, and never without the feature, an api, or the network', async () => {
  expect(supportsHistory(testFoyer({ ...on, features: { history: false } }))).toBe(false)
  expect(supportsHistory(testFoyer({ networks, adapters }))).toBe(false)
  const foyer = testFoyer({ ...on, allowUnsupportedChain: true })
  await connect(foyer, { connector: testWallet('w', { chainId: 'eip155:999' }).connector })
  expect(supportsHistory(foyer)).toBe(false)
})

test('[3.1] the chosen tab belongs to the account', async () => {
  const foyer = testFoyer(on)
  setCurrentTab(foyer, { currentTab: 2, namespace: 'eip155' })
  expect(readAccount(foyer).currentTab).toBe(0)
  await connect(foyer, { connector: testWallet().connector })
  setCurrentTab(foyer, { currentTab: 2, namespace: 'eip155' })
  expect(readAccount(foyer).currentTab).toBe(2)
})
