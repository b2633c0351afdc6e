import { createPrivateKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDidKey } from './didKey.ts'
import { didOf, makeClientKey, signRelayJwt } from './signRelayJwt.test.kit.ts'
import { verifyRelayJwt } from './verifyRelayJwt.ts'

const now = 1_700_000_000_000
const key = makeClientKey()
const check = (jwt: string, audiences?: readonly string[]) =>
  verifyRelayJwt(jwt, { audiences, now })
const sign = (options: signRelayJwt.Options = {}) => signRelayJwt(key, { now, ...options })
const seconds = now / 1000

// Made by the reference client 2.21.8 from the seed 33…33.
const reference = {
  did: 'did:key:z6Mkg49NtQR2LyYRDCQFK4w1VVHqhypZSSRo7HsyuN7SV7v5',
  publicKey: '17cb79fb2b4120f2b1ec65e4198d6e08b28e813feb01e4a400839b85e18080ce',
  signature:
    'q556FuSccBKpVUI351pUtfkNSX0r7vJFVaOrut4dRUbf95wI6Ag_sl0RKsUzi9Q5EriOJbhB9wevC08BorL7AA',
}

test('accepts the token of the reference client', () => {
  expect(Buffer.from(parseDidKey(reference.did) ?? []).toString('hex')).toBe(reference.publicKey)
  const seed = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, 0x33),
  ]) // prettier-ignore
  const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
  const jwt = signRelayJwt(
    { clientId: reference.did, privateKey },
    { now, claims: { aud: 'ws://127.0.0.1:5555' } },
  )
  expect(jwt.split('.')[2]).toBe(reference.signature)
  expect(check(jwt, ['ws://127.0.0.1:5555'])).toMatchObject({ clientId: reference.did })
})

test('[T108] error: refuses a token for another relay', () => {
  const jwt = sign({ claims: { aud: 'wss://relay.example' } })
  expect(check(jwt, ['wss://other.example', 'ws://relay'])).toEqual({
    problem: 'aud is not this relay',
  })
  expect(check(jwt, ['wss://relay.example'])).toHaveProperty('clientId')
  expect(check(jwt)).toHaveProperty('clientId')
})

test('[T108] error: refuses an expired token, and reports by how much a clock is off', () => {
  const old = { iat: seconds - 86_800, exp: seconds - 400 }
  expect(check(sign({ claims: old }))).toEqual({ problem: 'expired 400 s ago, check the clock' })
  const early = { iat: seconds + 310, exp: seconds + 900 }
  expect(check(sign({ claims: early }))).toEqual({
    problem: 'JWT Token is not yet valid: iat is 310 s in the future, check the clock',
  })
  // Five minutes of clock skew are tolerated on both sides.
  expect(check(sign({ claims: { iat: seconds + 295 } }))).toHaveProperty('clientId')
  const justOver = { iat: seconds - 86_400, exp: seconds - 295 }
  expect(check(sign({ claims: justOver }))).toHaveProperty('clientId')
})

const missing = 'iss, sub, aud, iat or exp is missing'
const life = 'exp is over 48 h after iat'

// `now` is a whole second. `problem` undefined: the token is good.
test.each<[string, object, string | undefined]>([
  ['starts in 5 min', { iat: seconds + 300 }, undefined],
  [
    'starts in 301 s',
    { iat: seconds + 301 },
    'JWT Token is not yet valid: iat is 301 s in the future, check the clock',
  ],
  ['ended 5 min ago', { iat: seconds - 400, exp: seconds - 300 }, undefined],
  [
    'ended 301 s ago',
    { iat: seconds - 400, exp: seconds - 301 },
    'expired 301 s ago, check the clock',
  ],
  ['lives for 48 h', { iat: seconds, exp: seconds + 172_800 }, undefined],
  ['lives for 48 h and a second', { iat: seconds, exp: seconds + 172_801 }, life],
  ['ends when it starts', { iat: seconds, exp: seconds }, life],
  ['lives for a second', { iat: seconds, exp: seconds + 1 }, undefined],
  ['has a subject of 256 characters', { sub: 's'.repeat(256) }, undefined],
  ['has a subject of 257 characters', { sub: 's'.repeat(257) }, missing],
  ['has an audience of 512 characters', { aud: 'a'.repeat(512) }, undefined],
  ['has an audience of 513 characters', { aud: 'a'.repeat(513) }, missing],
])('[T108] judges a token that %s', (_, claims, problem) => {
  const verified = check(sign({ claims }))
  if (problem === undefined) expect(verified).toMatchObject({ clientId: key.clientId })
  else expect(verified).toEqual({ problem })
})

test('[T108] takes times from 1970 on', () => {
  const at = (iat: number, exp: number) =>
    verifyRelayJwt(sign({ claims: { iat, exp } }), { audiences: undefined, now: 0 })
  expect(at(0, 60)).toHaveProperty('clientId')
  expect(at(-1, 60)).toEqual({ problem: missing })
})

test('[T108] a token is known for a day, or until five minutes after its end', () => {
  const day = 86_400
  const expiryOf = (exp: number) => check(sign({ claims: { exp } }))
  expect(expiryOf(seconds + 60)).toMatchObject({ expiresAt: now + 360_000 })
  expect(expiryOf(seconds + day - 300)).toMatchObject({ expiresAt: now + day * 1000 })
  expect(expiryOf(seconds + 2 * day)).toMatchObject({ expiresAt: now + day * 1000 })
})

test('[T108] error: refuses what does not have three parts', () => {
  const jwt = sign()
  const [head, body, signature] = jwt.split('.')
  for (const text of [
    ...['', head, `${head}.${body}`, `.${body}.${signature}`, `${head}..${signature}`],
    ...[`${head}.${body}.`, `${jwt}.`, `${jwt}.${signature}`],
  ])
    expect(check(text ?? '')).toEqual({ problem: 'not a JWT' })
})

test('[T108] error: refuses a token of more than 4,096 characters', () => {
  // Each base64 part skips every fourth length, so both are padded.
  const ofLength = (length: number) => {
    for (let pad = 0; pad < 3; pad++)
      for (let more = 2000; more < 3000; more++) {
        const jwt = sign({ header: { pad: 'x'.repeat(pad) }, claims: { more: 'x'.repeat(more) } })
        if (jwt.length === length) return jwt
      }
    throw new Error(`No token has ${length} characters`)
  }
  expect(check(ofLength(4096))).toHaveProperty('clientId')
  expect(check(ofLength(4097))).toEqual({ problem: 'not a JWT' })
})

test('[T108] error: refuses a signature that is cut or followed by more', () => {
  const [head, body, signature = ''] = sign().split('.')
  for (const other of [signature.slice(0, -2), `${signature}AAAA`])
    expect(check(`${head}.${body}.${other}`)).toEqual({
      problem: 'the signature does not match iss',
    })
})

test('[T108] error: refuses a token that was changed or signed by another key', () => {
  const other = makeClientKey()
  const foreign = signRelayJwt({ ...other, clientId: key.clientId }, { now })
  expect(check(foreign)).toEqual({ problem: 'the signature does not match iss' })
  const [head = '', , signature = ''] = sign().split('.')
  const body = Buffer.from(
    JSON.stringify({
      iss: key.clientId,
      sub: 'x',
      aud: 'ws://relay',
      iat: seconds,
      exp: seconds + 9,
    }),
  ).toString('base64url')
  expect(check(`${head}.${body}.${signature}`)).toEqual({
    problem: 'the signature does not match iss',
  })
})

test.each([
  ['a life over 48 h', { claims: { exp: seconds + 172_801 } }, 'exp is over 48 h after iat'],
  ['an end before the beginning', { claims: { exp: seconds - 1 } }, 'exp is over 48 h after iat'],
  ['no key', { claims: { iss: 'did:web:example.com' } }, 'iss is not a did:key of Ed25519'],
  ['a text for a time', { claims: { iat: '1700000000' } }, 'iss, sub, aud, iat or exp is missing'],
  ['no subject', { claims: { sub: '' } }, 'iss, sub, aud, iat or exp is missing'],
  ['no signature', { header: { alg: 'none' } }, 'alg must be EdDSA'],
  ['another algorithm', { header: { alg: 'HS256' } }, 'alg must be EdDSA'],
])('error: %s', (_, options, problem) => {
  expect(check(sign(options))).toEqual({ problem })
})

test('error: refuses anything that is no token', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{0,40}(\.[\w-]{0,40}){0,4}$/)),
      (text) => {
        expect(check(text)).toHaveProperty('problem')
      },
    ),
  )
})

test('reads every valid key, and only one spelling of each', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const did = didOf(bytes)
      expect(Buffer.from(parseDidKey(did) ?? []).equals(bytes)).toBe(true)
      expect(parseDidKey(did.replace('did:key:z', 'did:key:z1'))).toBeUndefined()
      expect(parseDidKey(`${did}1`)).toBeUndefined()
    }),
  )
  expect(parseDidKey('did:key:z0OIl')).toBeUndefined()
  expect(parseDidKey('did:key:z')).toBeUndefined()
})
