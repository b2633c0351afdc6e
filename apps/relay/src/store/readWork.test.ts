import { createHash } from 'node:crypto'
import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { createMemoryStore } from './memoryStore.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const bounds = { maxBytes: 1_048_576, maxMessages: 200 }
const reader = hash('reader')

/** A store with `perTopic` tiny messages in each of `count` topics. */
async function fill(count: number, perTopic: number) {
  const most = 1e9
  const limits = resolveLimits(table, {
    ...{ heldBytesOfClient: most, heldBytesOfAddress: most, publishBytesPerMinute: most },
    ...{ publishBytesPerMinuteOfAddress: most },
  })
  const store = createMemoryStore(limits)
  const topics = Array.from({ length: count }, (_, n) => hash(`topic ${n}`))
  const order: { topic: string; hash: string }[] = []
  for (let n = 0; n < perTopic; n++)
    for (const topic of topics) {
      const message = `${n}`
      const { status } = await store.append({
        ...{ topic, message, hash: hash(message), tag: 1, attestation: undefined, from: 'someone' },
        ...{ ttlMs: 600_000, budget: 'client', addressBudget: 'address' },
      })
      expect(status).toBe('kept')
      order.push({ topic, hash: hash(message) })
    }
  return { order, readings: topics.map((topic) => ({ topic, reader })), store }
}

test('a page of 45,000 waiting messages looks at its own messages and one of each topic', async () => {
  const { order, readings, store } = await fill(500, 90)
  const page = await store.pending(readings, bounds)
  expect(page.messages.map(({ hash, topic }) => ({ hash, topic }))).toEqual(order.slice(0, 200))
  expect(page.hasMore).toBe(true)
  expect(page.visited).toBeLessThanOrEqual(700)
  // The next page begins where the reader is, not with what it has.
  for (const mark of order.slice(0, 40_000)) store.mark({ ...mark, reader })
  const later = await store.pending(readings, bounds)
  expect(later.messages.map(({ hash, topic }) => ({ hash, topic }))).toEqual(
    order.slice(40_000, 40_200),
  )
  expect(later.visited).toBeLessThanOrEqual(700)
})

test('looks at each message once when its reader received all but the first', async () => {
  const { order, readings, store } = await fill(50, 90)
  for (const mark of order.slice(50)) store.mark({ ...mark, reader })
  const page = await store.pending(readings, bounds)
  expect([page.messages.length, page.hasMore]).toEqual([50, false])
  expect(page.visited).toBeLessThanOrEqual(50 * 92)
})

test('lets other work have its turn while it looks at many messages', async () => {
  const { order, readings, store } = await fill(500, 20)
  for (const mark of order.slice(500)) store.mark({ ...mark, reader })
  let turns = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const { visited } = await store.pending(readings, { ...bounds, maxMessages: 1000 })
  isDone = true
  expect(visited).toBeGreaterThan(9000)
  // A slice is a thousand of them.
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('looks at a thousand messages a turn, however many clients read at once', async () => {
  const { order, readings, store } = await fill(500, 20)
  for (const mark of order.slice(500)) store.mark({ ...mark, reader })
  let turns = 0
  let isDone = false
  const count = () => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => store.pending(readings, { ...bounds, maxMessages: 1000 })),
  )
  isDone = true
  const visited = pages.reduce((sum, page) => sum + page.visited, 0)
  expect(visited).toBeGreaterThan(90_000)
  expect(turns).toBeGreaterThanOrEqual(80)
})

test('reads all pages of any mailboxes, in order, with work in proportion to what is returned', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 50 }),
      async (count, perTopic, maxMessages) => {
        const { order, readings, store } = await fill(count, perTopic)
        const read: { topic: string; hash: string }[] = []
        for (let hasMore = true; hasMore; ) {
          const page = await store.pending(readings, { ...bounds, maxMessages })
          expect(page.visited).toBeLessThanOrEqual(count + page.messages.length + 1)
          for (const { hash, topic } of page.messages) {
            read.push({ topic, hash })
            store.mark({ topic, hash, reader })
          }
          hasMore = page.hasMore
        }
        expect(read).toEqual(order)
      },
    ),
    { numRuns: 30 },
  )
})
