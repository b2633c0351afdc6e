import { expect, test } from 'vitest'
import { noblePrimitives } from '../crypto/noblePrimitives.ts'
import { createAddress } from './createAddress.ts'

const hourMs = 3_600_000
const notYet = 'JWT validation error: JWT Token is not yet valid'
const expired = 'JWT validation error: JWT Token is expired'

/** A page on a device whose clock is `aheadMs` fast. */
function setUp(aheadMs: number, readServerTime: () => Promise<number | undefined>) {
  let ahead = aheadMs
  const address = createAddress({
    browser: { now: () => Date.now() + ahead, readServerTime },
    primitives: noblePrimitives,
    projectId: 'site',
    relayUrl: 'wss://relay.example',
    seed: '33'.repeat(32),
  })
  return {
    address,
    setClockRight() {
      ahead = 0
    },
    /** Age of the next token, s. */
    async age(): Promise<number> {
      const token = new URL(await address.make()).searchParams.get('auth') ?? ''
      const { iat } = JSON.parse(atob(token.split('.')[1] ?? '')) as { iat: number }
      return Date.now() / 1000 - iat
    },
  }
}

/** Tokens are 90 s old when they are made. */
const expectFresh = (age: number) => {
  expect(age).toBeGreaterThan(80)
  expect(age).toBeLessThan(150)
}

test('a token has the right date when a fast clock, once corrected, is set right', async () => {
  const { address, age, setClockRight } = setUp(30 * hourMs, async () => Date.now())
  expect(await address.correct(notYet)).toBe(true)
  expectFresh(await age())
  address.accepted()
  setClockRight()
  expect(await address.correct(expired)).toBe(true)
  expectFresh(await age())
})

test('a token has the right date when a clock whose error is unknown is set right', async () => {
  const { address, age, setClockRight } = setUp(-60 * hourMs, async () => undefined)
  expect(await address.correct(expired)).toBe(true)
  expect(await address.correct(expired)).toBe(false)
  setClockRight()
  expectFresh(await age())
})

test('corrects a token by the number of seconds that the relay names', async () => {
  const { address, age } = setUp(5 * hourMs, async () => undefined)
  expect(await address.correct(`${notYet}: iat is ${5 * 3_600 - 90} s in the future`)).toBe(true)
  expect(Math.abs(await age())).toBeLessThan(60)
  expect(await address.correct('Unauthorized: invalid key')).toBe(false)
  expect(Math.abs(await age())).toBeLessThan(60)
})
