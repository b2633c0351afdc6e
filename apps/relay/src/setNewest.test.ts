import { expect, test } from 'vitest'
import { setNewest } from './setNewest.ts'

test('keeps the newest entries, and counts a replaced one as new', () => {
  const map = new Map<string, number>()
  const set = (key: string, value: number) => setNewest(map, { key, value, most: 3 })
  for (const [n, key] of ['a', 'b', 'c'].entries()) set(key, n)
  set('a', 9)
  expect([...map]).toEqual([
    ['b', 1],
    ['c', 2],
    ['a', 9],
  ])
  set('d', 3)
  expect([...map.keys()]).toEqual(['c', 'a', 'd'])
})
