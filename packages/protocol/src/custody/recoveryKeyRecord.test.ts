import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listUnbounded } from '../growLeaves.test.kit.ts'
import { readRecoveryKeyRecord, recoveryKeyRecord } from './recoveryKeyRecord.ts'

const coordinate = 'A'.repeat(43)
const key = {
  keyId: coordinate,
  publicKey: { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate },
  epoch: 0xffff,
}
const factor = {
  id: 'A'.repeat(1400),
  mode: 'password',
  wrapped: 'A'.repeat(1024),
  kdf: { salt: 'A'.repeat(64), argon2id: { m: 1_048_576, t: 16, p: 1 } },
  createdAt: Number.MAX_SAFE_INTEGER,
}
const factors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...factor, id: `A${index}`.padStart(1400, 'A') }))
const withArgon2id = (argon2id: object) => ({
  ...key,
  factors: [{ ...factor, kdf: { salt: 'A', argon2id } }],
})

test('a record accepts its largest size and rejects any larger part', () => {
  expect(listUnbounded(recoveryKeyRecord, { ...key, factors: factors(12) })).toEqual([])
})

test('a record has at least one factor, and no two with the same id', () => {
  const fits = (given: unknown[]) => v.is(recoveryKeyRecord, { ...key, factors: given })
  expect([fits([factor]), fits(factors(12))]).toEqual([true, true])
  expect([fits([]), fits([factor, factor]), fits(factors(13))]).toEqual([false, false, false])
})

test('password parameters are at least 64 MiB and three passes', () => {
  const weakest = { m: 65_536, t: 3, p: 1 }
  expect(v.is(recoveryKeyRecord, withArgon2id(weakest))).toBe(true)
  for (const change of [{ m: 65_535 }, { t: 2 }, { p: 0 }])
    expect(v.is(recoveryKeyRecord, withArgon2id({ ...weakest, ...change }))).toBe(false)
})

test('a record stored with one factor is read as a record of that factor', () => {
  const older = { ...key, mode: 'code', wrapped: 'AAAA', kdf: { salt: 'BBBB' } }
  const read = readRecoveryKeyRecord(older, { createdAt: 7 })
  const only = { id: 'code', mode: 'code', wrapped: 'AAAA', kdf: { salt: 'BBBB' }, createdAt: 7 }
  expect(read).toEqual({ ...key, factors: [only] })
  expect(readRecoveryKeyRecord(read, { createdAt: 8 })).toEqual(read)
  expect(() => readRecoveryKeyRecord({ ...older, more: 1 }, { createdAt: 7 })).toThrow()
})
