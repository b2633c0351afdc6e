import { compareWork, times } from '@foyer/devnet/compareWork'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebuildJson } from './rebuildJson.ts'

test('[T121] keeps the last of two members with the same name, however the name is escaped', () => {
  expect(rebuildJson('{"to":"0x1","t\\u006f":"0x2","a":[{"b":1,"b":2}]}')).toBe(
    '{"to":"0x2","a":[{"b":2}]}',
  )
  expect(rebuildJson('{"__proto__":{"x":1},"__proto__":2}')).toBe('{"__proto__":2}')
})

test('keeps every digit of a number', () => {
  const digits = '{"a":18446744073709551615,"b":[1.50e2,-0.0]}'
  expect(rebuildJson(` ${digits.replaceAll(',', ' , ')}\n`)).toBe(digits)
})

test('keeps the meaning that JSON.parse gives, and does not change when it is rebuilt again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const built = rebuildJson(text)!
      expect(JSON.parse(built)).toEqual(JSON.parse(text))
      expect(rebuildJson(built)).toBe(built)
    }),
  )
})

test('[T121] keeps the meaning that JSON.parse gives to repeated names, and writes each name once', () => {
  const names = fc
    .constantFrom('a', '\\u0061', 'b', '__proto__', '"')
    .map((name) => (name.startsWith('\\') ? `"${name}"` : JSON.stringify(name)))
  const { text } = fc.letrec<{ text: string; list: string; members: string }>((tie) => ({
    text: fc.oneof(fc.constantFrom('1', '-0.0', '"}"', 'null'), tie('list'), tie('members')),
    list: fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    members: fc
      .array(fc.tuple(names, tie('text')), { maxLength: 5 })
      .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`),
  }))
  fc.assert(
    fc.property(text, (given) => {
      const built = rebuildJson(given)!
      expect(JSON.parse(built)).toEqual(JSON.parse(given))
      // As many members as the parsed objects have.
      expect(built.split('":').length).toBe(JSON.stringify(JSON.parse(given)).split('":').length)
    }),
    { numRuns: 500 },
  )
})

test('[T111] error: returns nothing for nesting deeper than 64 levels, and reads no further', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(rebuildJson(nested(64))).toBe(nested(64))
  expect(rebuildJson(nested(65))).toBeUndefined()
  expect(rebuildJson(nested(500_000))).toBeUndefined()
  // No JSON after the 65th level: reading it would throw.
  expect(rebuildJson(`${'['.repeat(65)}no JSON`)).toBeUndefined()
})

test('[T111] reads a text that consists of escapes in linear time', () => {
  const [long, short] = [500_000, 31_250].map((count) => JSON.stringify('\\"'.repeat(count)))
  expect(rebuildJson(long!)).toBe(long)
  const work = compareWork(
    () => rebuildJson(long!),
    times(16, () => rebuildJson(short!)),
  )
  // 1 when linear, 16 when quadratic.
  expect(work).toBeLessThan(4)
})
