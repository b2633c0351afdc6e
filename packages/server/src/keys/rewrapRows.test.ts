import { expect, test } from 'vitest'
import { rewrapKind, rewrapRows } from './rewrapRows.ts'

const later = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Rows of a table, and a process that rewraps them under its key. */
function table(size: number) {
  const rows = new Map(
    Array.from({ length: size }, (_, index) => [`row-${String(index).padStart(4, '0')}`, 'old']),
  )
  const rotate = (key: string) =>
    rewrapRows([
      rewrapKind({
        async read({ after, limit }) {
          await later()
          return [...rows]
            .map(([id, kid]) => ({ id, kid }))
            .filter(({ id, kid }) => id > after && kid !== key)
            .slice(0, limit)
        },
        idOf: ({ id }) => id,
        async rewrap({ id, kid }) {
          await later()
          if (rows.get(id) !== kid) return 0
          rows.set(id, key)
          return 1
        },
      }),
    ])
  return { rows, rotate }
}

test('rewraps every row under the new key, batch by batch, and no row in a second run', async () => {
  const { rotate, rows } = table(450)
  expect(await rotate('new')).toBe(450)
  expect(new Set(rows.values())).toEqual(new Set(['new']))
  expect(await rotate('new')).toBe(0)
})

test('ends in both of two processes that rotate to different keys', async () => {
  const { rotate } = table(450)
  const counts = await Promise.all([rotate('left'), rotate('right')])
  for (const count of counts) expect(count).toBeLessThanOrEqual(450)
})
