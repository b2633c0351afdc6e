import { expect, test } from 'vitest'
import { supportsSwaps } from './swap/supportsSwaps.ts'
import { testAdapter, testFoyer, testNetwork } from './testFoyer.test.kit.ts'

test('[9.29] a restricted time zone hides swaps; no other one does, and the list is empty by default', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const on = {
    apiUrl: 'https://api.example',
    networks: [testNetwork('eip155:1')],
    adapters: [testAdapter('eip155', { readSwapCall: async () => ({}) as never })],
  }
  expect(supportsSwaps(testFoyer(on))).toBe(true)
  expect(supportsSwaps(testFoyer({ ...on, restrictedTimeZones: ['Antarctica/Troll'] }))).toBe(true)
  expect(supportsSwaps(testFoyer({ ...on, restrictedTimeZones: [timeZone] }))).toBe(false)
})
