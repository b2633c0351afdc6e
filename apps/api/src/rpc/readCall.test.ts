import { expect, test } from 'vitest'
import { answerOf, readCall } from './readCall.ts'

const read = (text: string) => readCall(JSON.parse(text), text, new Set(['eth_call']))
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('reads a call and rewrites its parameters, if it has any', () => {
  expect(read('{"jsonrpc":"2.0","id":1.50,"method":"eth_call","params":[ 1.0 ]}')).toEqual({
    ...{ id: '1.50', call: { method: 'eth_call', params: '[1.0]' } },
  })
  expect(read('{"jsonrpc":"2.0","id":"a","method":"eth_call"}')).toEqual({
    ...{ id: '"a"', call: { method: 'eth_call', params: undefined } },
  })
})

test('error: refuses a malformed call, parameters nested too deep, and a method that is not allowed', () => {
  const refused = (code: number, message: string) => ({
    ...{ id: '1', error: JSON.stringify({ code, message }) },
  })
  const invalid = refused(-32600, 'The request is not valid')
  const call = (params: string) =>
    read(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`)
  expect(call(deep(64))).toMatchObject({ id: '1', call: { method: 'eth_call' } })
  expect(call(deep(65))).toEqual(invalid)
  expect(read('{"jsonrpc":"1.0","id":1,"method":"eth_call"}')).toEqual(invalid)
  expect(read('{"jsonrpc":"2.0","id":1,"method":"eth_sign"}')).toEqual(
    refused(-32601, 'The method eth_sign is not available here'),
  )
})

test.each([
  ['{"id":7}', '7'],
  ['{"id":1.0}', '1.0'],
  ['{"id":"7"}', '"7"'],
  ['{"id":true}', 'null'],
  ['{"id":[7]}', 'null'],
  ['{"id":null}', 'null'],
  ['{}', 'null'],
  ['{"Id":7}', 'null'],
  ['[7]', 'null'],
  ['null', 'null'],
  ['"id"', 'null'],
])('error: answers the malformed %s with the id %s', (text, id) => {
  expect(read(text)).toMatchObject({ id, error: expect.stringContaining('-32600') })
})

test('writes an answer with the id of its request', () => {
  expect(answerOf('1.50', { result: '1.0' })).toBe('{"jsonrpc":"2.0","id":1.50,"result":1.0}')
  expect(answerOf('"a"', { error: '{"code":3}' })).toBe(
    '{"jsonrpc":"2.0","id":"a","error":{"code":3}}',
  )
})
