import { verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex, utf8 } from './bytes.ts'
import { open, parseEnvelope, seal, wrap } from './envelope.ts'
import { agreeOnKey, hashMessage, makeKeyPair, topicOf } from './keys.ts'
import { loadPrimitives } from './loadPrimitives.ts'
import { noblePrimitives } from './noblePrimitives.ts'
import { clientIdOf, signRelayToken } from './relayToken.ts'

// Made by running the reference client 2.21.8 on these inputs.
const privA = '11'.repeat(32)
const privB = '22'.repeat(32)
const pubA = '7b4e909bbe7ffe44c465a220037d608ee35897d31ef972f07f74892cb0f73f13'
const pubB = '0faa684ed28867b97f4a6a2dee5df8ce974e76b7018e3f22a1c4cf2678570f20'
const symKey = 'dc5774cb6f12055709d3faed4fbe6b36f192c9a610a9fa0ad748c9f89975083f'
const topic = 'b2bfbfd11c76cffd30bfd6c29163d24eeb5612ad7280ef7fea544d406a81f084'
const text = '{"id":1,"jsonrpc":"2.0","result":true}'
const iv = fromHex('000102030405060708090a0b', 12)
const type0 =
  'AAABAgMEBQYHCAkKC/zfm7WIw5iWzJ6IIJ1DVul16tV/66Aor95Yf+REOQbyvNRgUczGZ+rNbUBti7kDU4g6Veb2Fw=='
const type1 =
  'AXtOkJu+f/5ExGWiIAN9YI7jWJfTHvly8H90iSyw9z8TAAECAwQFBgcICQoL/N+btYjDmJbMnoggnUNW6XXq1X/roCiv3lh/5EQ5BvK81GBRzMZn6s1tQG2LuQNTiDpV5vYX'
const type2 = 'AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJyZXN1bHQiOnRydWV9'
const seed = '33'.repeat(32)
const edPublicKey = '17cb79fb2b4120f2b1ec65e4198d6e08b28e813feb01e4a400839b85e18080ce'
const did = 'did:key:z6Mkg49NtQR2LyYRDCQFK4w1VVHqhypZSSRo7HsyuN7SV7v5'

const web = await loadPrimitives(crypto.subtle)

test("uses the browser's cryptography if it supports the curves, else noble's", async () => {
  expect(web).not.toBe(noblePrimitives)
  expect(await loadPrimitives(undefined)).toBe(noblePrimitives)
  const older = {
    importKey: async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError')
    },
  }
  expect(await loadPrimitives(older as unknown as SubtleCrypto)).toBe(noblePrimitives)
})

describe.each([
  ['WebCrypto', web],
  ['noble', noblePrimitives],
])('%s', (_, primitives) => {
  test('derives the public keys, shared secret, key and topics of the reference client', async () => {
    const { ed25519, x25519 } = primitives
    expect(toHex(await x25519.publicKeyOf(fromHex(privA, 32)))).toBe(pubA)
    expect(toHex(await x25519.publicKeyOf(fromHex(privB, 32)))).toBe(pubB)
    expect(toHex(await x25519.agree(fromHex(privA, 32), fromHex(pubB, 32)))).toBe(
      '9e004098efc091d4ec2663b4e9f5cfd4d7064571690b4bea97ab146ab9f35056',
    )
    expect(await agreeOnKey(primitives, { privateKey: privA, publicKey: pubB })).toBe(symKey)
    expect(await agreeOnKey(primitives, { privateKey: privB, publicKey: pubA })).toBe(symKey)
    expect(await topicOf(primitives, symKey)).toBe(topic)
    expect(await topicOf(primitives, pubA)).toBe(
      'd19bf3f082782c87b783fe7134698aeff6e66d9f86afaf7cf9e9b8bf40bab3ff',
    )
    expect(toHex(await ed25519.publicKeyOf(fromHex(seed, 32)))).toBe(edPublicKey)
    // Reference clients derive a subscription id like this.
    expect(await hashMessage(primitives, topic + did)).toBe(
      '23e22bf16b50b27b2ede92b7906e1ffd9cf0492cd2e6a09e29632afb6be24130',
    )
  })

  test('signs the token of the reference client', async () => {
    const token = await signRelayToken(primitives, {
      seed,
      subject: '44'.repeat(32),
      audience: 'ws://127.0.0.1:5555',
      issuedAtS: 1_700_000_000,
    })
    const [header = '', payload = '', signature = ''] = token.split('.')
    expect(signature).toBe(
      'q556FuSccBKpVUI351pUtfkNSX0r7vJFVaOrut4dRUbf95wI6Ag_sl0RKsUzi9Q5EriOJbhB9wevC08BorL7AA',
    )
    expect(JSON.parse(atob(header))).toEqual({ alg: 'EdDSA', typ: 'JWT' })
    expect(Object.entries(JSON.parse(atob(payload)))).toEqual([
      ['iss', did],
      ['sub', '44'.repeat(32)],
      ['aud', 'ws://127.0.0.1:5555'],
      ['iat', 1_700_000_000],
      ['exp', 1_700_086_400],
    ])
    const key = {
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(edPublicKey, 'hex').toString('base64url') },
      format: 'jwk',
    } as const
    expect(
      verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')),
    ).toBe(true)
  })

  test('two generated pairs agree; error: a public key of low order', async () => {
    const [one, two] = await Promise.all([makeKeyPair(primitives), makeKeyPair(primitives)])
    expect(one.privateKey).not.toBe(two.privateKey)
    expect(await agreeOnKey(primitives, { ...one, publicKey: two.publicKey })).toBe(
      await agreeOnKey(primitives, { ...two, publicKey: one.publicKey }),
    )
    await expect(agreeOnKey(primitives, { ...one, publicKey: '00'.repeat(32) })).rejects.toThrow()
  })
})

test('gives the client id of the reference client', () => {
  expect(clientIdOf(fromHex(edPublicKey, 32))).toBe(did)
})

test('encodes and decodes the three envelopes of the reference client', () => {
  expect(seal({ iv, symKey, text })).toBe(type0)
  expect(seal({ iv, sender: pubA, symKey, text })).toBe(type1)
  expect(wrap(text)).toBe(type2)
  const zero = parseEnvelope(type0)
  const one = parseEnvelope(type1)
  if (zero.type !== 0 || one.type !== 1) throw new Error('wrong type')
  expect(open(zero, symKey)).toBe(text)
  expect(open(one, symKey)).toBe(text)
  expect(one.sender).toBe(pubA)
  expect(parseEnvelope(type2)).toEqual({ type: 2, text })
  const urlSafe = type1.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  expect(parseEnvelope(urlSafe)).toEqual(one)
})

test('error: an envelope of another type, cut, changed, or under another key', () => {
  expect(() => parseEnvelope('AwAA')).toThrow('type 3')
  expect(() => parseEnvelope(type0.slice(0, 24))).toThrow('too short')
  expect(() => parseEnvelope('no base64!')).toThrow()
  expect(() => parseEnvelope('')).toThrow()
  const changed = Uint8Array.from(atob(type0), (character) => character.charCodeAt(0))
  changed[20] = (changed[20] ?? 0) ^ 1
  const envelope = parseEnvelope(btoa(String.fromCharCode(...changed)))
  if (envelope.type === 2) throw new Error('wrong type')
  expect(() => open(envelope, symKey)).toThrow()
  const whole = parseEnvelope(type0)
  if (whole.type === 2) throw new Error('wrong type')
  expect(() => open(whole, privA)).toThrow()
  expect(utf8(text).length).toBe(text.length)
})

/** Any character; fast-check's own unit takes seconds to build. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

test('round-trips any text in any envelope, and detects every change of a sealed one', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
  const any = fc.string({ unit: character })
  fc.assert(
    fc.property(
      any,
      key,
      fc.option(key, { nil: undefined }),
      fc.nat(),
      (given, symmetric, sender, at) => {
        const message = seal({ sender, symKey: symmetric, text: given })
        const envelope = parseEnvelope(message)
        if (envelope.type === 2) throw new Error('wrong type')
        expect(envelope.type).toBe(sender ? 1 : 0)
        expect(open(envelope, symmetric)).toBe(given)
        const changed = Uint8Array.from(envelope.sealed)
        const place = at % changed.length
        changed[place] = (changed[place] ?? 0) ^ 1
        expect(() => open({ sealed: changed }, symmetric)).toThrow()
        expect(parseEnvelope(wrap(given))).toEqual({ type: 2, text: given })
      },
    ),
    { examples: [['\ufeffwith a byte order mark', symKey, undefined, 0]] },
  )
  fc.assert(
    fc.property(fc.nat(3), fc.uint8Array({ maxLength: 70 }), (type, rest) => {
      const read = () => parseEnvelope(Buffer.from([type, ...rest]).toString('base64'))
      const head = [0, 32][type]
      // IV and tag have 28 bytes.
      if (head !== undefined && rest.length >= head + 28)
        expect(read()).toEqual({
          type,
          sealed: rest.subarray(head),
          ...(type === 1 && { sender: toHex(rest.subarray(0, 32)) }),
        })
      else if (type !== 2) expect(read).toThrow(TypeError)
    }),
  )
  fc.assert(
    fc.property(any, (text) => {
      try {
        expect(parseEnvelope(text).type).toBeLessThanOrEqual(2)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
  )
})
