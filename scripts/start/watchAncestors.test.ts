import { expect, test } from 'vitest'
import { listAncestors } from './watchAncestors.ts'

test('lists the ancestor processes, nearest first', () => {
  const ancestors = listAncestors()
  expect(ancestors[0]).toBe(process.ppid)
  expect(ancestors.length).toBeGreaterThan(1)
  expect(new Set(ancestors).size).toBe(ancestors.length)
})
