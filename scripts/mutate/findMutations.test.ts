import { expect, test } from 'vitest'
import { findMutations } from './findMutations.ts'

/** Lists the mutated texts of a source. */
const mutationsOf = (text: string, path = 'a.ts') =>
  findMutations(path, text).map(
    ({ end, operator, replacement, start }) =>
      `${operator}: ${text.slice(0, start)}${replacement}${text.slice(end)}`,
  )

test.each<[operator: string, text: string, mutated: readonly string[]]>([
  [
    'removes and turns a guard',
    'if (a) throw b',
    ['guard removed: ;', 'guard turned: if (!(a)) throw b'],
  ],
  [
    'turns a guard that has another way',
    'if (a) b = c\nelse c = b',
    ['guard turned: if (!(a)) b = c\nelse c = b'],
  ],
  ['turns a choice', 'let a = b ? c : d', ['guard turned: let a = !(b) ? c : d']],
  ['turns a comparison', 'let a = b === c', ['comparison turned: let a = b !== c']],
  [
    'turns a comparison of size, and moves its bound',
    'let a = b /* >= */ >= c',
    ['comparison turned: let a = b /* >= */ < c', 'bound moved: let a = b /* >= */ > c'],
  ],
  ['makes an or of an and', 'let a = b && c', ['and ↔ or: let a = b || c']],
  ['makes an and of an or', 'let a = b || c', ['and ↔ or: let a = b && c']],
  [
    'turns a result that is true or false',
    'const f = () => !a',
    ['result turned: const f = () => !(!a)'],
  ],
  [
    'takes any other result away',
    'function f() { return a }',
    ['result turned: function f() { return undefined }'],
  ],
  ['removes a call', 'a()', ['call removed: ;']],
  ['removes a call that is waited for', 'await a?.b()', ['call removed: ;']],
  ['moves a number', 'let a = 0x10', ['constant off by one: let a = (0x10 + 1)']],
  ['moves a bigint', 'let a = 5n', ['constant off by one: let a = (5n + 1n)']],
])('%s', (_, text, mutated) => {
  expect(mutationsOf(text)).toEqual(mutated)
})

test('leaves types, names and mutations without effect alone', () => {
  const text = `type A = 5
interface B { c: 1 }
const d = <t extends 3>(e?: 4): void => undefined
const f = { 7: g }
class H extends Error { constructor() { super() } }
let i = j as 5 | 6`
  expect(mutationsOf(text)).toEqual([])
})

test('finds mutations inside typed expressions and markup', () => {
  expect(mutationsOf('let a = (b > 1)! as c')).toHaveLength(3)
  expect(mutationsOf('const A = () => <b c={1} />', 'a.tsx')).toEqual([
    'result turned: const A = () => undefined',
    'constant off by one: const A = () => <b c={(1 + 1)} />',
  ])
})

test('rejects a source that does not parse', () => {
  expect(() => findMutations('a.ts', 'if (')).toThrow('a.ts does not parse')
})
