import { expect, test } from 'vitest'
import { checkLimits, writeLimits } from './limitsTable.ts'

test('[T122] docs/limits.md matches the limits that the servers enforce', () => {
  expect(checkLimits()).toBe('')
})

test('[T122] has size, rate, time and concurrency of each route and method', () => {
  const rows = writeLimits()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows.length).toBeGreaterThan(80)
  for (const row of rows) {
    const [, , ...cells] = row.split('|').map((cell) => cell.trim())
    for (const cell of cells.slice(0, 4)) expect(cell, row).toMatch(/^none$|[1-9]/)
  }
})
