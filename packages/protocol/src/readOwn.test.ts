import { expect, test } from 'vitest'
import { readOwn } from './readOwn.ts'

test('finds the table’s own entries, not those of every object', () => {
  const table = { a: 1 }
  expect(readOwn(table, 'a')).toBe(1)
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'b', ''])
    expect(readOwn(table, key)).toBeUndefined()
})
