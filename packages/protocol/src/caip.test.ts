import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChainId,
  formatAccountId,
  isChainId,
  isNamespace,
  namespaceOf,
  namespaces,
  parseAccountId,
  referenceOf,
} from './caip.ts'

const namespace = fc.constantFrom(...namespaces)
const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)
const address = fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/)
/** Any character; fast-check's own generator takes seconds to build. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

test('formatting a parsed id gives the same id', () => {
  fc.assert(
    fc.property(namespace, reference, address, (ns, ref, addr) => {
      const chainId: ChainId = `${ns}:${ref}`
      expect(isChainId(chainId)).toBe(true)
      expect(namespaceOf(chainId)).toBe(ns)
      expect(referenceOf(chainId)).toBe(ref)
      const accountId = formatAccountId({ chainId, address: addr })
      expect(namespaceOf(accountId)).toBe(ns)
      expect(parseAccountId(accountId)).toEqual({ chainId, address: addr })
    }),
  )
})

test('parses or rejects any text without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: character })), (text) => {
      const account = parseAccountId(text)
      if (account) expect(formatAccountId(account)).toBe(text)
      if (isChainId(text)) expect(`${namespaceOf(text)}:${referenceOf(text)}`).toBe(text)
    }),
  )
})

test.each([
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'tron:0x2b6653dc',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
])('accepts %s as a chain id', (text) => {
  expect(isChainId(text)).toBe(true)
})

test.each([
  '',
  'eip155',
  'eip155:',
  ':1',
  '1',
  'eip155:1:0xabc',
  'eip155:1\n',
  ' eip155:1',
  'EIP155:1',
  'cosmos:cosmoshub-3',
  '__proto__:1',
  `eip155:${'1'.repeat(33)}`,
])('rejects %j', (text) => {
  expect(isChainId(text)).toBe(false)
})

test('rejects values that are not strings', () => {
  for (const value of [undefined, null, 1, {}, []]) {
    expect(isChainId(value as never)).toBe(false)
    expect(isNamespace(value as never)).toBe(false)
    expect(parseAccountId(value as never)).toBeUndefined()
  }
})

test.each([
  'eip155:1',
  'eip155:1:',
  'eip155:1:0x ab',
  'eip155:1:0xab:cd',
  'cosmos:a:b',
  `eip155:1:${'a'.repeat(129)}`,
])('rejects %j as an account id', (text) => {
  expect(parseAccountId(text)).toBeUndefined()
})
