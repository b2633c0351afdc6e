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

test('any URI comes back as it was, here and in the reference parser', () => {
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

test('error: version 1, a short key, another relay, an expiry that is no number, any text', () => {
  for (const text of [
    `wc:${topic}@1?bridge=https%3A%2F%2Fbridge.example&key=${symKey}`,
    `wc:${topic}@2?relay-protocol=irn&symKey=abcd`,
    `wc:${topic}@2?relay-protocol=waku&symKey=${symKey}`,
    `wc:${topic}@2?symKey=${symKey}&expiryTimestamp=soon`,
    `wc:nothex@2?symKey=${symKey}`,
  ])
    expect(parsePairingUri(text), text).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => parsePairingUri(text) === undefined))
})
