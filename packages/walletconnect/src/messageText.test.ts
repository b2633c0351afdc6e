import { safeJsonParse } from '@walletconnect/safe-json'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMessage } from './messageText.ts'

const amount = '115792089237316195423570985008687907853269984665640564039457584007913129639935'

test('typed data with digit runs of 20 and more reaches the parser of the reference client unchanged', () => {
  const typedData = `{"message":{"amount":100000000000000000000,"max":${amount}},"ids":[12345678901234567,98765432109876543210]}`
  const request = { id: 1, jsonrpc: '2.0', params: ['0xab', typedData, '12345678901234567, ok'] }
  // Without the escape the reference parser returns the text unparsed.
  expect(safeJsonParse(JSON.stringify(request))).toBe(JSON.stringify(request))
  expect(safeJsonParse(formatMessage(request))).toEqual(request)
  expect(JSON.parse(formatMessage(request))).toEqual(request)
})

test('writes text that needs no escape as JSON does', () => {
  const request = {
    id: 1763737000000001,
    method: 'personal_sign',
    params: ['0x68656c6c6f', 'a "b" \\ 123456789012'],
  }
  expect(formatMessage(request)).toBe(JSON.stringify(request))
})

test('a bigint is written as decimal text', () => {
  expect(formatMessage({ value: 5n })).toBe('{"value":"5"}')
})

test('both parsers return any JSON unchanged', () => {
  const digits = fc
    .tuple(
      fc.string(),
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.constantFrom('', ',', '}', ']', '"', '\\'),
    )
    .map(([before, number, after]) => `${before}${number}${after}`)
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      // The peer turns such text into a bigint in any case.
      fc.oneof(digits, fc.string()).filter((text) => !/^\d+n$/.test(text)),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(fc.oneof(digits, fc.string()), tie('any'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  })).list
  fc.assert(
    fc.property(value, (given) => {
      const text = formatMessage(given)
      const plain = JSON.parse(JSON.stringify(given))
      expect(JSON.parse(text)).toEqual(plain)
      expect(safeJsonParse(text)).toEqual(plain)
    }),
    { numRuns: 500 },
  )
})
