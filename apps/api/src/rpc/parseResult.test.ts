import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseResult } from './parseResult.ts'

const chain = { caipId: 'eip155:1' } as const

test('returns a result as parsed by the schema', () => {
  expect(parseResult(chain, { result: '[1,null]' }, v.array(v.nullish(v.number(), 5)))).toEqual([
    1, 5,
  ])
})

test.each([
  ['an error', { error: '{"code":-32000,"message":"busy"}' }],
  ['another shape', { result: '5' }],
  ['nothing', undefined],
])('error: fails when the chain answers with %s', (_, answer) => {
  expect(() => parseResult(chain, answer, v.string())).toThrow(
    expect.objectContaining({
      ...{ status: 502, code: 'rpc-failed', message: 'eip155:1 gave no usable answer' },
      ...(answer && { cause: answer }),
    }),
  )
})
