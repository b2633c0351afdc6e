import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hashPayment } from './hashPayment.ts'
import { parseAsset } from './parseAsset.ts'
import { type PaymentRequest, paymentRequest, toPaymentFields } from './paymentRequest.ts'

const request: PaymentRequest = {
  id: 'ab'.repeat(16),
  asset: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  amount: 12_500_000n,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  expiresAt: 1_800_000_000_000,
  note: 'Two coffees',
}

test('is the same after it was written and read, for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (amount) => {
      const fields = JSON.parse(JSON.stringify(toPaymentFields({ ...request, amount })))
      expect(v.parse(paymentRequest, fields)).toEqual({ ...request, amount })
    }),
  )
})

test.each([
  { id: 'ab' },
  { asset: 'eip155:1' },
  { amount: '0' },
  { amount: '-1' },
  { amount: '1.5' },
  { amount: '1e3' },
  { amount: `${2n ** 256n}` },
  { to: 'a b' },
  { expiresAt: 'tomorrow' },
  { note: '' },
  { note: 'two\nlines' },
  { note: 'to\u202Ebob' },
  { note: 'x'.repeat(141) },
  { price: '1' },
])('refuses other fields (%#)', (more) => {
  expect(v.safeParse(paymentRequest, { ...toPaymentFields(request), ...more }).success).toBe(false)
})

test('another term has another hash', async () => {
  const all = [
    request,
    { ...request, id: 'ac'.repeat(16) },
    { ...request, asset: 'eip155:1/slip44:60' },
    { ...request, amount: 12_500_001n },
    { ...request, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C9' },
    { ...request, expiresAt: 1_800_000_001_000 },
    { ...request, note: 'Three coffees' },
    { ...request, note: undefined },
  ]
  const hashes = await Promise.all(all.map((one) => hashPayment(one)))
  expect(new Set(hashes).size).toBe(all.length)
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await hashPayment({ ...request })).toBe(hashes[0])
})

test('an asset is a token, or the own coin of a network', () => {
  expect(parseAsset('eip155:1/slip44:60')).toEqual({ chainId: 'eip155:1', token: undefined })
  expect(parseAsset('eip155:1/erc20:0xab')).toEqual({ chainId: 'eip155:1', token: '0xab' })
  expect(parseAsset('cosmos:hub/slip44:118')).toBe(undefined)
  expect(parseAsset('eip155:1/erc20:0xab/7')).toBe(undefined)
})
