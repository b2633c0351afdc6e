import type { SwapQuote } from '@foyer/protocol/api'
import { expect, test } from 'vitest'
import { readOffer, withSlippage } from './swapOffer.ts'
import { coin, dollars, testRequest } from './testSwap.test.kit.ts'

const request = testRequest()
const now = Date.parse('2026-11-20T09:00:00Z')
const quote: SwapQuote = {
  id: 'pool',
  source: { id: 'pool', name: 'Pool' },
  kind: 'call',
  fromAccount: coin.address,
  fromAmount: String(request.amount),
  toAccount: dollars.address.toUpperCase().replace('EIP155:1:0X', 'eip155:1:0x'),
  toAmount: '3000',
  minToAmount: '2970',
  priceImpact: 0.2,
  route: [],
  networkCost: { gas: '2', gasPrice: '3', amount: '6', value: 0.01 },
  expiresAt: '2026-11-20T09:00:20Z',
}
const read = (more: Partial<SwapQuote> = {}) => readOffer({ ...quote, ...more }, { now, request })

test('reads amounts and the moment of expiry', () => {
  expect(read()).toMatchObject({
    toAmount: 3000n,
    minToAmount: 2970n,
    networkCost: { amount: 6n, value: 0.01 },
    expiresAt: now + 20_000,
  })
})

test.each([
  ['of another amount', { fromAmount: '1' }],
  ['of another token', { fromAccount: dollars.address }],
  ['for another token', { toAccount: coin.address }],
  ['with a larger loss than the slippage', { minToAmount: '2968' }],
  ['without a minimum', { toAmount: '0', minToAmount: '0' }],
  ['with a minimum above the amount', { minToAmount: '3001' }],
  ['of an unknown kind', { kind: 'order' }],
])('[9.22] drops a quote %s', (_, more) => {
  expect(read(more)).toBe(undefined)
})

test('a clock that is wrong makes a quote neither eternal nor useless', () => {
  expect(read({ expiresAt: '2020-01-01T00:00:00Z' })?.expiresAt).toBe(now + 5_000)
  expect(read({ expiresAt: '2099-01-01T00:00:00Z' })?.expiresAt).toBe(now + 60_000)
  expect(read({ expiresAt: 'soon' })?.expiresAt).toBe(now + 5_000)
})

test('rounds the minimum down', () => {
  expect(withSlippage(1_999n, 1)).toBe(1_979n)
  expect(withSlippage(10n ** 30n, 0.05)).toBe(9_995n * 10n ** 26n)
  expect(withSlippage(7n, 0)).toBe(7n)
})
