import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { equalBytes, fingerprintMessage, walletFingerprint } from './walletFingerprint.ts'

test('differs for the same entropy in another wallet', async () => {
  const entropy = new Uint8Array(16).fill(1)
  const one = await walletFingerprint({ entropy, walletId: 'w1' })
  expect(one).toHaveLength(16)
  expect(await walletFingerprint({ entropy, walletId: 'w2' })).not.toEqual(one)
  const reference = createHmac('sha256', entropy).update(fingerprintMessage('w1')).digest()
  expect(Buffer.from(one)).toEqual(reference.subarray(0, 16))
})

test('equalBytes is true only for the same length and content', () => {
  const bytes = Uint8Array.of(1, 2, 0)
  expect(equalBytes(bytes, Uint8Array.of(1, 2, 0))).toBe(true)
  expect(equalBytes(new Uint8Array(0), new Uint8Array(0))).toBe(true)
  for (const other of [[], [1, 2], [1, 2, 0, 0], [1, 2, 1], [0, 2, 0], [2, 1, 0]])
    for (const pair of [
      [bytes, Uint8Array.from(other)],
      [Uint8Array.from(other), bytes],
    ] as const)
      expect(equalBytes(...pair), String(other)).toBe(false)
})
