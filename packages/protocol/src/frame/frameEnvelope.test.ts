import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  createFrameNonce,
  frameLimits,
  frameVersion,
  messageName,
  nonce,
  sequence,
} from './frameEnvelope.ts'

test('the limits are those of the ledger', () => {
  expect(frameVersion).toBe(4)
  expect(frameLimits).toEqual({
    bytes: 262_144,
    open: 99,
    loadMs: 20_000,
    readyDelayMs: 500,
    emailThrottleMs: 30_000,
  })
})

test('a nonce is 128 fresh bits in hex', () => {
  const nonces = [createFrameNonce(), createFrameNonce()]
  expect(nonces.every((one) => v.is(nonce, one))).toBe(true)
  expect(new Set(nonces).size).toBe(2)
  for (const one of ['a'.repeat(31), 'a'.repeat(33), 'g'.repeat(32)])
    expect(v.is(nonce, one)).toBe(false)
})

test('messages are numbered from 1 and named in capitals', () => {
  expect([0, 1, 1.5, 2 ** 53].map((n) => v.is(sequence, n))).toEqual([false, true, false, false])
  expect(
    ['', 'a', '_A', 'A_B', 'A'.repeat(64), 'A'.repeat(65)].map((t) => v.is(messageName, t)),
  ).toEqual([...[false, false, false], ...[true, true, false]])
})
