import { expect, test } from 'vitest'
import { readOwn } from './readOwn.ts'

test('finds what the table holds, and nothing that every object has', () => {
  const table = { a: 1 }
  expect(readOwn(table, 'a')).toBe(1)
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'b', ''])
    expect(readOwn(table, key)).toBeUndefined()
})
