import { expect, test } from 'vitest'
import { hideSecrets } from './hideSecrets.ts'
import { parseAnswer, parseAnswers, readValue, requestOf } from './rawCall.ts'

test("keeps the text of a request's parameters, or omits them", () => {
  expect(requestOf({ method: 'a"b', params: '[1.0]' }, 3)).toBe(
    '{"jsonrpc":"2.0","id":3,"method":"a\\"b","params":[1.0]}',
  )
  expect(requestOf({ method: 'a', params: undefined }, 0)).toBe(
    '{"jsonrpc":"2.0","id":0,"method":"a"}',
  )
})

test('reads an answer as an error, as a result, or as an error when it is neither', () => {
  expect(parseAnswer('{"id":1,"result":123456789012345678901}')).toEqual({
    result: '123456789012345678901',
  })
  expect(parseAnswer('{"result":null}')).toEqual({ result: 'null' })
  expect(parseAnswer('{"error":null,"result":1}')).toEqual({ result: '1' })
  expect(parseAnswer('{"error":{"code":3},"result":1}')).toEqual({ error: '{"code":3}' })
  for (const text of ['{}', '{"error":null}', ''])
    expect(parseAnswer(text), text).toEqual({
      error: '{"code":-32603,"message":"The chain gave no answer to this call"}',
    })
})

test('reads the answers of a batch in the order of its calls, with every digit, and parsed', () => {
  const text =
    '[{"id":2,"result":[1.50,18446744073709551615]},{"error":{"code":3},"id":1},{"id":0,"result":{"a":"0x1","a":"0x2"}},{"id":4,"result":null}]'
  const answers = parseAnswers({ text, json: JSON.parse(text) }, 5)
  expect(answers).toEqual([
    { result: '{"a":"0x2"}' },
    { error: '{"code":3}' },
    { result: '[1.50,18446744073709551615]' },
    { error: '{"code":-32603,"message":"The chain gave no answer to this call"}' },
    { result: 'null' },
  ])
  expect(answers.map(readValue)).toEqual([
    ...[{ a: '0x2' }, undefined, [1.5, 2 ** 64], undefined, null],
  ])
})

test("redacts the operator's secrets everywhere in an error, and does not change results", () => {
  const secrets = ['key1', 'key2']
  expect(hideSecrets({ error: '"key1 key2 key1"' }, secrets)).toEqual({
    error: '"[hidden] [hidden] [hidden]"',
  })
  expect(hideSecrets({ result: '"key1"' }, secrets)).toEqual({ result: '"key1"' })
})
