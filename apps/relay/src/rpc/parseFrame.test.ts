import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFrame } from './parseFrame.ts'

test.each([
  ['1700000000000000123', '1700000000000000123'],
  ['"1700000000000000123"', '"1700000000000000123"'],
  ['9223372036854775807', '9223372036854775807'],
  ['0', '0'],
  ['9007199254740993', '9007199254740993'],
])('keeps the id %s as it is', (id, raw) => {
  expect(parseFrame(`{"jsonrpc":"2.0","id":${id},"method":"m","params":{}}`)).toMatchObject({
    kind: 'request',
    id: raw,
  })
})

test('writes a small number in digits, however it was written', () => {
  for (const id of ['1e3', '1000.0', '1000'])
    expect(parseFrame(`{"id":${id},"method":"m"}`)).toMatchObject({ id: '1000' })
})

test('reads the id of the outermost object, the last of duplicates', () => {
  const text = `{"params":{"id":1111111111111111111,"a":["id"],"b":"\\"id\\":5"},"x":"id", "id" : 1700000000000000123 ,"method":"m"}`
  expect(parseFrame(text)).toMatchObject({ id: '1700000000000000123' })
  expect(
    parseFrame(`{"id":1700000000000000001,"method":"m","\\u0069d":1700000000000000003}`),
  ).toMatchObject({ id: '1700000000000000003' }) // prettier-ignore
})

test.each([
  ['{"id":12345678901234567890,"method":"m"}', -32600],
  ['{"id":-1,"method":"m"}', -32600],
  ['{"id":1.5,"method":"m"}', -32600],
  ['{"id":1e30,"method":"m"}', -32600],
  ['{"id":null,"method":"m"}', -32600],
  ['{"id":{},"method":"m"}', -32600],
  ['{"method":"m"}', -32600],
  [`{"id":"${'9'.repeat(65)}","method":"m"}`, -32600],
  ['{"id":1}', -32600],
  ['{"id":1,"method":{}}', -32600],
  ['[]', -32600],
  ['[{"id":1,"method":"m"}]', -32600],
  ['null', -32600],
  ['"text"', -32600],
  ['', -32700],
  ['{"id":1,', -32700],
])('error: %s', (text, code) => {
  expect(parseFrame(text)).toMatchObject({ kind: 'invalid', code })
})

test('error: refuses objects that are deep or full of brackets, before they are built', () => {
  const deep = `{"id":1,"method":"m","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const refusal = { kind: 'invalid', id: 'null', code: -32600, problem: 'Nested too deep' }
  expect(parseFrame(deep)).toEqual(refusal)
  expect(parseFrame(`{"id":1,"params":[${'{},'.repeat(80_000)}{}]}`)).toMatchObject({
    problem: 'Nested too deep',
  })
  expect(
    parseFrame(`{"id":1,"method":"m","params":${'['.repeat(60)}${']'.repeat(60)}}`),
  ).toMatchObject({ problem: 'Nested too deep' }) // prettier-ignore
  // Brackets inside a text do not count as depth.
  expect(parseFrame(`{"id":1,"method":"m","params":"${'[{'.repeat(500)}\\""}`)).toMatchObject({
    kind: 'request',
  })
})

// Lists in each other, with flat objects and lists in the innermost one; the frame itself is a bracket too.
test.each([
  ['takes 40 brackets as deep as they are', 39, 0, 'request'],
  ['takes 41 brackets that are 8 deep', 6, 34, 'request'],
  ['error: refuses 41 brackets that are 9 deep', 7, 33, 'invalid'],
  ['takes 4,000 brackets', 1, 3998, 'request'],
  ['error: refuses 4,001 brackets', 1, 3999, 'invalid'],
])('%s', (_, deep, wide, kind) => {
  const flat = Array.from({ length: wide }, (_, n) => (n % 2 ? '{}' : '[]')).join(',')
  const params = `${'['.repeat(deep)}${flat}${']'.repeat(deep)}`
  expect(parseFrame(`{"id":1,"method":"m","params":${params}}`)).toMatchObject({ kind })
})

test('takes an id of 64 characters, and names what is wrong with a longer one', () => {
  const id = `"${'9'.repeat(64)}"`
  expect(parseFrame(`{"id":${id},"method":"m"}`)).toMatchObject({ kind: 'request', id })
  expect(parseFrame(`{"id":"${'9'.repeat(65)}","method":"m"}`)).toEqual({
    ...{ kind: 'invalid', id: 'null', code: -32600 },
    problem: 'id must be a text or up to 19 digits',
  })
})

test('finds a long id whatever surrounds it', () => {
  const id = '1700000000000000123'
  const space = ' \n\t'.repeat(300)
  const values = [
    '"id"',
    '["id"]',
    '{"id":5}',
    '"\\"id\\":5"',
    '"\\\\"',
    '[[{"id":[1]}],{}]',
    '""',
    '-1.5e3',
  ]
  for (const value of values) {
    const frame = `{"a":${value},"id"${space}:${space}${id}${space},"method":"m","b":${value}}`
    expect(parseFrame(frame), value).toMatchObject({ kind: 'request', id })
  }
  // The last of two counts, as for JSON.parse, even if it is no id.
  expect(parseFrame(`{"id":${id},"method":"m","id":1e30}`)).toMatchObject({ kind: 'invalid' })
  expect(parseFrame(`{"params":{"id":${id}},"method":"m","id":1e30}`)).toMatchObject({
    kind: 'invalid',
  })
})

test('reads no members from a prototype', () => {
  expect(parseFrame('{"__proto__":{"id":1,"method":"m"}}')).toMatchObject({ kind: 'invalid' })
  expect(parseFrame('{"id":1,"__proto__":{"method":"m"}}')).toMatchObject({ kind: 'invalid' })
})

test('never throws, and keeps every id of up to 19 digits', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseFrame(text)))
  fc.assert(fc.property(fc.json(), (text) => void parseFrame(text)))
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }),
      fc.jsonValue({ maxDepth: 2 }),
      (id, params) => {
        const text = `{"params":${JSON.stringify(params)},"id":${id},"method":"m"}`
        const frame = parseFrame(text)
        if (frame.kind === 'request') expect(frame.id).toBe(String(id))
        else {
          expect(frame).toMatchObject({ problem: 'Nested too deep' })
          expect(text.split(/[[{]/).length).toBeGreaterThan(40)
        }
      },
    ),
  )
})

test('answers a request without a method under its own id', () => {
  expect(parseFrame('{"id":7,"method":5}')).toEqual({
    ...{ kind: 'invalid', id: '7', code: -32600, problem: 'method is missing' },
  })
})

test('reads answers to pushes', () => {
  expect(parseFrame('{"id":1700000000000001,"jsonrpc":"2.0","result":true}')).toEqual({
    kind: 'answer',
    id: '1700000000000001',
    isOk: true,
  })
  expect(parseFrame('{"id":"1700000000000001n","result":true}')).toMatchObject({
    id: '1700000000000001',
  })
  expect(parseFrame('{"id":1,"error":{}}')).toMatchObject({ isOk: false })
})
