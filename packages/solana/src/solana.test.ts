import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('creates an adapter with every Solana capability', () => {
  expect(entry.solana().namespace).toBe('solana')
  expect(Object.keys(entry.solana()).toSorted()).toMatchInlineSnapshot(`
    [
      "discover",
      "getBalance",
      "getTokenBalances",
      "hasHistory",
      "isAddress",
      "namespace",
      "readSwapTransaction",
      "send",
      "sendNft",
      "sendTransaction",
      "signMessage",
      "signTransactions",
      "transfers",
      "verifyAddress",
      "waitForTransaction",
    ]
  `)
})

test('creates independent adapters, and reads no window before it is used', async () => {
  expect('window' in globalThis).toBe(false)
  expect(entry.solana()).not.toBe(entry.solana())
  const stop = await entry.solana().discover?.(() => () => {})
  expect(stop?.()).toBeUndefined()
  const none = await entry.solana({ announced: false }).discover?.(() => () => {})
  expect(none?.()).toBeUndefined()
})

test('validates addresses by their bytes', async () => {
  const { isAddress, verifyAddress } = entry.solana()
  expect(isAddress('z'.repeat(44))).toBe(false)
  expect(await verifyAddress('z'.repeat(44))).toBe(false)
  expect(await verifyAddress('So11111111111111111111111111111111111111112')).toBe(true)
})
