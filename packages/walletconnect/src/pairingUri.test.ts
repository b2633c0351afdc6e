import { parseUri } from '@walletconnect/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from './crypto/bytes.ts'
import { formatPairingUri, parsePairingUri } from './pairingUri.ts'

const topic = 'ab'.repeat(32)
const symKey = 'cd'.repeat(32)

test('writes what reference clients write', () => {
  expect(formatPairingUri({ expiryTimestamp: 1_700_000_300, symKey, topic })).toBe(
    `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1700000300`,
  )
  expect(formatPairingUri({ methods: ['wc_sessionAuthenticate'], symKey, topic })).toBe(
    `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&methods=wc_sessionAuthenticate`,
  )
})

test('round-trips any URI, here and in the reference parser', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
  const method = fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_authRequest')
  fc.assert(
    fc.property(
      fc.record(
        {
          topic: key,
          symKey: key,
          expiryTimestamp: fc.nat(4_000_000_000),
          methods: fc.array(method, { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['topic', 'symKey'] },
      ),
      (uri) => {
        const text = formatPairingUri(uri)
        expect(parsePairingUri(text)).toEqual(uri)
        const reference = parseUri(text)
        expect(reference).toMatchObject({ version: 2, topic: uri.topic, symKey: uri.symKey })
        expect(reference.methods).toEqual(uri.methods)
        expect(reference.expiryTimestamp).toBe(uri.expiryTimestamp)
      },
    ),
  )
})

test('reads wc://, base64, groups of methods, and any order', () => {
  const uri = `wc:${topic}@2?symKey=${symKey}&relay-protocol=irn`
  for (const text of [uri, uri.replace('wc:', 'wc://'), btoa(uri), uri.replace('@2?', '@2/?')])
    expect(parsePairingUri(text)).toEqual({ topic, symKey })
  const groups = '[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]'
  expect(parsePairingUri(`${uri}&methods=${groups}`)?.methods).toEqual([
    'wc_sessionPropose',
    'wc_authRequest',
    'wc_authBatchRequest',
  ])
})

test('error: version 1, a short key, another relay, a non-numeric expiry, any text', () => {
  for (const text of [
    `wc:${topic}@1?bridge=https%3A%2F%2Fbridge.example&key=${symKey}`,
    `wc:${topic}@2?relay-protocol=irn&symKey=abcd`,
    `wc:${topic}@2?relay-protocol=waku&symKey=${symKey}`,
    `wc:${topic}@2?symKey=${symKey}&expiryTimestamp=soon`,
    `wc:nothex@2?symKey=${symKey}`,
  ])
    expect(parsePairingUri(text), text).toBeUndefined()
})

test('any changed URI that parses has a topic and a key', () => {
  const whole = formatPairingUri({ symKey, topic, expiryTimestamp: 1_700_000_300 })
  const character = fc.constantFrom(...'wc:@2?&=/%#0fFgG,[] \n')
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.nat(4),
      fc.array(character, { maxLength: 4 }),
      (at, removed, added) => {
        const parsed = parsePairingUri(
          whole.slice(0, at) + added.join('') + whole.slice(at + removed),
        )
        if (!parsed) return
        expect([parsed.topic, parsed.symKey].join(' ')).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/)
        const { expiryTimestamp = 0 } = parsed
        expect(Number.isSafeInteger(expiryTimestamp) && expiryTimestamp >= 0).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
