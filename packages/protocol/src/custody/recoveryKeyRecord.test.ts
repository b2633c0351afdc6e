import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { recoveryKeyRecord } from './recoveryKeyRecord.ts'

const coordinate = 'A'.repeat(43)
const largest = {
  mode: 'password',
  keyId: coordinate,
  publicKey: { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate },
  wrapped: 'A'.repeat(1024),
  epoch: 0xffff,
  kdf: { salt: 'A'.repeat(64), argon2id: { m: 1_048_576, t: 16, p: 1 } },
}
const withArgon2id = (argon2id: object) => ({ ...largest, kdf: { salt: 'A', argon2id } })

test('a record accepts its largest size and rejects any larger part', () => {
  expect(listUnbounded(recoveryKeyRecord, largest)).toEqual([])
})

test('password parameters are at least 64 MiB and three passes', () => {
  const weakest = { m: 65_536, t: 3, p: 1 }
  expect(v.is(recoveryKeyRecord, withArgon2id(weakest))).toBe(true)
  for (const change of [{ m: 65_535 }, { t: 2 }, { p: 0 }])
    expect(v.is(recoveryKeyRecord, withArgon2id({ ...weakest, ...change }))).toBe(false)
})
