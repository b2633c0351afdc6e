import { expect, test } from 'vitest'
import { parseHex } from './ethCall.ts'

const chain = { caipId: 'eip155:1' } as const

test('returns the hex text of an answer', () => {
  expect(parseHex(chain, { result: '"0x1f"' })).toBe('0x1f')
})

test.each([
  ['an error', { error: '{"code":-32000,"message":"busy"}' }],
  ['a number', { result: '5' }],
  ['no hex', { result: '"0xzz"' }],
  ['nothing', undefined],
])('error: %s is no answer of the chain', (_, answer) => {
  expect(() => parseHex(chain, answer)).toThrow(
    expect.objectContaining({ status: 502, code: 'rpc-failed' }),
  )
})
