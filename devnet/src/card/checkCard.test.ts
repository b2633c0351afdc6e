import { expect, test } from 'vitest'
import { checkCard, testCards } from './checkCard.ts'

const now = new Date('2026-11-23T12:00:00Z')
const check = (change: Partial<Parameters<typeof checkCard>[0]>) =>
  checkCard({ number: testCards.accepted, expiry: '12/30', cvc: '123', ...change }, now)

test('the test card pays, with spaces and in the month in which it expires', () => {
  expect(check({})).toBe(undefined)
  expect(check({ number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '1234' })).toBe(undefined)
})

test.each([
  [{ number: '4242424242424241' }, 'number', 'not a card number'],
  [{ number: '' }, 'number', 'not a card number'],
  [{ number: '4242x4242' }, 'number', 'not a card number'],
  [{ number: '5555555555554444' }, 'number', 'Only test cards'],
  [{ number: testCards.declined }, undefined, 'declined'],
  [{ number: testCards.empty }, undefined, 'not enough money'],
  [{ expiry: '10/26' }, 'expiry', 'has expired'],
  [{ expiry: '13/30' }, 'expiry', 'MM/YY'],
  [{ expiry: '' }, 'expiry', 'MM/YY'],
  [{ cvc: '12' }, 'cvc', '3 or 4 digits'],
])('refuses %j', (change, field, text) => {
  const refusal = check(change)
  expect(refusal?.field).toBe(field)
  expect(refusal?.text).toContain(text)
})
