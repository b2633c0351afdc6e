import { expect, test } from 'vitest'
import { serviceHeaders, signServiceCall, verifyServiceCall } from './serviceCall.ts'

const body = new TextEncoder().encode('{"userId":1}')
const call = { from: 'A', method: 'POST', path: '/internal/users/freeze', body } as const
const secret = 's'.repeat(32)
const nowMs = 1_800_000_000_000
const signed = (changes: Partial<Parameters<typeof signServiceCall>[0]> = {}) =>
  signServiceCall({ ...call, secret, fingerprints: ['a1', 'a2'], nowMs, ...changes })

/** Verifies as the other server does, which remembers what it is told. */
function verify(
  headers: Readonly<Record<string, string>>,
  changes: Partial<Parameters<typeof verifyServiceCall>[0]> = {},
) {
  return verifyServiceCall({
    ...{ ...call, secret, nowMs, fingerprints: ['b1'] },
    header: (name) => headers[name],
    remember: async () => true,
    ...changes,
  })
}
const invalid = (reason: string) => ({ status: 'invalid', reason })
const valid = { status: 'valid', fingerprints: ['a1', 'a2'] }

test('accepts a signed call with the fingerprints of its caller’s keys', async () => {
  expect(await verify(await signed())).toEqual(valid)
  const { nowMs: _, ...ofNow } = { ...call, secret, fingerprints: ['a1', '', 'a2'], nowMs }
  expect(await verify(await signServiceCall(ofNow), { nowMs: undefined as never })).toEqual(valid)
})

test('stores the nonce for as long as the call would be accepted, and refuses a replay', async () => {
  const headers = await signed()
  const stored: [string, number][] = []
  const remember = async (...entry: [string, number]) =>
    !stored.some(([nonce]) => nonce === entry[0]) && stored.push(entry) > 0
  expect(await verify(headers, { remember })).toEqual(valid)
  expect(stored).toEqual([[headers[serviceHeaders.nonce], nowMs + 120_000]])
  expect(await verify(headers, { remember })).toEqual(invalid('replayed'))
  expect((await signed())[serviceHeaders.nonce]).not.toBe(headers[serviceHeaders.nonce])
})

test.each([
  [-60_001, invalid('stale')],
  [-60_000, valid],
  [60_000, valid],
  [60_001, invalid('stale')],
])('judges a call by a clock that is %i ms apart', async (apartMs, verdict) => {
  expect(await verify(await signed(), { nowMs: nowMs + apartMs })).toEqual(verdict)
})

test.each([
  ['another caller', { from: 'B' }],
  ['another method', { method: 'GET' }],
  ['another path', { path: '/internal/users/unfreeze' }],
  ['another body', { body: new Uint8Array(1) }],
  ['another secret', { secret: 't'.repeat(32) }],
] as const)('error: refuses the signature of %s, and stores nothing', async (_, changes) => {
  const remember = () => expect.fail('an unsigned call is stored')
  expect(await verify(await signed(changes), { remember })).toEqual(invalid('signature'))
})

test.each([
  [serviceHeaders.time, ['', '1.8e12', '1'.repeat(16)], [String(nowMs + 1), '1'.repeat(15)]],
  [serviceHeaders.nonce, ['', 'a'.repeat(21), 'a'.repeat(23)], ['a'.repeat(22)]],
  [
    serviceHeaders.signature,
    ['', 'a'.repeat(42), 'a'.repeat(44)],
    ['A'.repeat(43), 'B'.repeat(43)],
  ],
  [serviceHeaders.keys, [], ['', 'a1']],
])('error: refuses a call whose header %s was changed', async (name, malformed, wrong) => {
  const headers = await signed()
  for (const value of malformed)
    expect(await verify({ ...headers, [name]: value }), value).toEqual(invalid('unsigned'))
  for (const value of wrong)
    expect(await verify({ ...headers, [name]: value }), value).toEqual(invalid('signature'))
  const { [name]: _, ...rest } = headers
  const missing = name === serviceHeaders.keys ? 'signature' : 'unsigned'
  expect(await verify(rest)).toEqual(invalid(missing))
})

test('error: refuses a caller without keys, and one that shares a key', async () => {
  for (const fingerprints of [[], ['', '']])
    expect(await verify(await signed({ fingerprints }))).toEqual(invalid('no fingerprints'))
  expect(await verify(await signed({ fingerprints: ['a'] }))).toEqual({
    ...{ status: 'valid', fingerprints: ['a'] },
  })
  expect(await verify(await signed(), { fingerprints: ['b1', 'a2'] })).toEqual(
    invalid('both stores share a key'),
  )
})

test('error: rejects with the error of a store that fails', async () => {
  const remember = () => Promise.reject(new Error('no database'))
  await expect(verify(await signed(), { remember })).rejects.toThrow('no database')
})
