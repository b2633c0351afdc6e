import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBase64Url } from './base64url.ts'
import { makeDpopProof, verifyDpopProof } from './dpop.ts'
import { exportPublicKey, thumbprint } from './publicKey.ts'

const newKey = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const bytes = (text: string) => new TextEncoder().encode(text)
const call = {
  method: 'POST',
  url: 'https://login.example/v1/shares/auth/release?x=1',
  body: bytes('{"setId":1}'),
  accessToken: 'token-1',
}
const nowMs = 1_800_000_000_000

let key: CryptoKeyPair
let jkt: string
beforeAll(async () => {
  key = await newKey()
  jkt = await thumbprint(await exportPublicKey(key.publicKey))
})

/** The store of used proofs of one server. */
function replayStore() {
  const seen = new Set<string>()
  return async ({ jkt: who, jti }: { jkt: string; jti: string }) => {
    const fresh = !seen.has(`${who} ${jti}`)
    seen.add(`${who} ${jti}`)
    return fresh
  }
}

const judge = async (proof: string | undefined, change: object = {}) =>
  verifyDpopProof({
    ...call,
    proof,
    jkt,
    isNonce: (nonce: string) => nonce === 'nonce-1',
    remember: replayStore(),
    nowMs,
    ...change,
  })

/** A validly signed proof with other fields. */
async function forged(head: object, claims: object, signer = key): Promise<string> {
  const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
  const [header, payload] = proof
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString()) as [string, string]
  const parts = [
    { ...JSON.parse(header), ...head },
    { ...JSON.parse(payload), ...claims },
  ]
  const signed = parts.map((part) => encodeBase64Url(bytes(JSON.stringify(part)))).join('.')
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, signer.privateKey, bytes(signed))
  return `${signed}.${encodeBase64Url(new Uint8Array(signature))}`
}

describe('dpop proof', () => {
  it('returns the key that signed it', async () => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    expect(await judge(proof)).toEqual({ status: 'valid', jkt })
    expect(await judge(await forged({}, {}))).toEqual({ status: 'valid', jkt })
  })

  it('rejects a replay, also at a second instance with the same store', async () => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    const remember = replayStore()
    expect((await judge(proof, { remember })).status).toBe('valid')
    expect(await judge(proof, { remember })).toEqual({ status: 'invalid', reason: 'replay' })
  })

  it.each<[string, object, string]>([
    ['another method', { method: 'GET' }, 'method'],
    ['another host', { url: 'https://evil.example/v1/shares/auth/release' }, 'address'],
    ['another path', { url: 'https://login.example/v1/shares/auth/commit' }, 'address'],
    ['another port', { url: 'https://login.example:8443/v1/shares/auth/release' }, 'address'],
    ['another body', { body: bytes('{"setId":2}') }, 'body'],
    ['another token', { accessToken: 'token-2' }, 'token'],
    ['no token', { accessToken: undefined }, 'token'],
    ['another key than the token’s', { jkt: 'x'.repeat(43) }, 'key'],
    ['a clock 301 s behind', { nowMs: nowMs + 301_000 }, 'time'],
    ['a clock 301 s ahead', { nowMs: nowMs - 301_000 }, 'time'],
  ])('rejects %s', async (_, change, reason) => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    expect(await judge(proof, change)).toEqual({ status: 'invalid', reason })
  })

  it('asks for a nonce if there is none, or if it is another server’s', async () => {
    for (const nonce of [undefined, 'nonce-2'])
      expect(await judge(await makeDpopProof({ ...call, key, nonce, nowMs }))).toEqual({
        status: 'use-nonce',
      })
  })

  it('accepts a clock that is off by five minutes with a nonce, by one without', async () => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    for (const offMs of [299_000, 300_000, -300_000])
      expect((await judge(proof, { nowMs: nowMs + offMs })).status).toBe('valid')
    const bare = await makeDpopProof({ ...call, key, nowMs })
    const open = { isNonce: undefined }
    for (const offMs of [59_000, 60_000])
      expect((await judge(bare, { ...open, nowMs: nowMs + offMs })).status).toBe('valid')
    expect((await judge(bare, { ...open, nowMs: nowMs + 61_000 })).status).toBe('invalid')
  })

  it.each<[string, object, object]>([
    ['alg none', { alg: 'none' }, {}],
    ['alg HS256', { alg: 'HS256' }, {}],
    ['alg EdDSA', { alg: 'EdDSA' }, {}],
    ['a kid', { kid: 'server-key' }, {}],
    ['a jku', { jku: 'https://evil.example/keys' }, {}],
    ['an x5u', { x5u: 'https://evil.example/cert' }, {}],
    ['another typ', { typ: 'at+jwt' }, {}],
    ['no key', { jwk: undefined }, {}],
    ['a short jti', {}, { jti: 'x' }],
    ['no body hash', {}, { bh: undefined }],
    ['time as text', {}, { iat: '1' }],
    ['an unknown claim', {}, { admin: true }],
  ])('rejects %s', async (_, head, claims) => {
    expect(await judge(await forged(head, claims))).toEqual({
      status: 'invalid',
      reason: 'malformed',
    })
  })

  it('rejects a private key in the header, another signer, a missing proof and garbage', async () => {
    const jwk = await exportPublicKey(key.publicKey)
    const malformed = { status: 'invalid', reason: 'malformed' }
    expect(await judge(await forged({ jwk: { ...jwk, d: 'x'.repeat(43) } }, {}))).toEqual(malformed)
    expect(await judge(await forged({}, {}, await newKey()))).toEqual(malformed)
    expect(await judge(undefined)).toEqual({ status: 'invalid', reason: 'no proof' })
    for (const proof of ['', 'a.b', 'a.b.c.d', `${'x'.repeat(5000)}.b.c`])
      expect(await judge(proof)).toEqual(malformed)
  })

  it('stores a proof one second longer than it is valid', async () => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    const used: { untilMs: number }[] = []
    const remember = async (one: { untilMs: number }) => used.push(one) > 0
    expect((await judge(proof, { remember })).status).toBe('valid')
    const bare = await makeDpopProof({ ...call, key, nowMs })
    expect((await judge(bare, { remember, isNonce: undefined })).status).toBe('valid')
    expect(used.map(({ untilMs }) => untilMs - nowMs)).toEqual([301_000, 61_000])
  })

  it('accepts the longest proof, and the shortest and the longest id', async () => {
    const padded = (length: number) => forged({}, { nonce: 'x'.repeat(length) })
    // Three bytes are four base64 characters.
    const most = Math.ceil(((4096 - (await padded(0)).length) * 3) / 4)
    const [longest, longer] = await Promise.all([padded(most), padded(most + 1)])
    expect(longest).toHaveLength(4096)
    expect(longer.length).toBeGreaterThan(4096)
    const isNonce = () => true
    expect((await judge(longest, { isNonce })).status).toBe('valid')
    expect((await judge(longer, { isNonce })).status).toBe('invalid')
    for (const [length, status] of [
      [15, 'invalid'],
      [16, 'valid'],
      [128, 'valid'],
      [129, 'invalid'],
    ] as const)
      expect((await judge(await forged({}, { jti: 'x'.repeat(length) }))).status).toBe(status)
  })

  it('rejects the proof if the store fails', async () => {
    const proof = await makeDpopProof({ ...call, key, nonce: 'nonce-1', nowMs })
    const remember = () => Promise.reject(new Error('store is down'))
    await expect(judge(proof, { remember })).rejects.toThrow('store is down')
  })
})
