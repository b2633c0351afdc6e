import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveLimits } from '@foyer/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { hasRedis, openRedis } from '../startRedis.test.kit.ts'
import { openJournalStore } from './journalStore.ts'
import { createMemoryStore } from './memoryStore.ts'
import { openRedisStore } from './redisStore.ts'
import { runSteps, steps } from './storeModel.test.kit.ts'

const limits = resolveLimits(table, {
  topicMessages: 3,
  topicBytes: 4000,
  totalBytes: 12_000,
  publishBytesPerMinute: 12_000,
  publishBytesPerMinuteOfAddress: 20_000,
  heldBytesOfClient: 9000,
  heldBytesOfAddress: 15_000,
  reserveBytesOfAddress: 2000,
  maxTtlMs: 90_000,
})
const startedAt = Date.parse('2026-11-22T12:00:00Z')

test('behaves like a list of messages in memory, over time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const clock = { nowMs: startedAt }
      const open = () => createMemoryStore(limits, { now: () => clock.nowMs })
      let store = open()
      const restart = async () => {
        const entries = [...store.entries()].sort((one, other) => one.order - other.order)
        const readers = [...store.readers()]
        store = open()
        for (const reader of readers) store.restoreReader(reader)
        for (const entry of entries) store.restore(entry)
        return store
      }
      await runSteps({ clock, store, restart }, limits, all)
    }),
    { numRuns: 300 },
  )
})

test('behaves like a list of messages in a journal, over time and restarts', async () => {
  // The order of eviction from a full store differs after a restart, and so does when a reader was last here.
  const bounds = { ...limits, totalBytes: Number.POSITIVE_INFINITY, maxTtlMs: 1e9 }
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
      const clock = { nowMs: startedAt }
      const open = async () => {
        const onFailure = (error: unknown) => {
          throw error
        }
        const now = () => clock.nowMs
        const { damage, store } = await openJournalStore({ folder, limits: bounds, now, onFailure })
        expect(damage).toEqual([])
        return store
      }
      let store = await open()
      const restart = async () => {
        await store.close()
        store = await open()
        return store
      }
      try {
        await runSteps({ clock, store, restart }, bounds, all)
      } finally {
        await store.close()
        await rm(folder, { recursive: true })
      }
    }),
    { numRuns: 100 },
  )
})

test.skipIf(!hasRedis)('behaves like a list of messages in Redis', async () => {
  const redis = await openRedis()
  // Redis bounds the size of all mailboxes itself.
  const bounds = { ...limits, totalBytes: Number.POSITIVE_INFINITY }
  const clock = { nowMs: startedAt }
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const store = await openRedisStore({
          url: redis.url,
          limits: bounds,
          now: () => clock.nowMs,
          onFailure: () => {},
          prefix: `test-${randomUUID()}:`,
        })
        try {
          await runSteps({ clock, store, restart: undefined }, bounds, all)
        } finally {
          await store.close()
        }
      }),
      { numRuns: 40 },
    )
  } finally {
    await redis.close()
  }
})

test('remembers a hundred readers of a message, and no more', async () => {
  const store = createMemoryStore(limits)
  const topic = 'a'.repeat(64)
  const message = { topic, hash: 'b'.repeat(64), message: 'text', tag: 1, attestation: undefined }
  await store.append({ ...message, from: 'c', ttlMs: 60_000, budget: '', addressBudget: '' })
  for (let n = 0; n < 101; n++)
    await store.acknowledge({ topic, hash: message.hash, reader: `reader ${n}` })
  expect([...store.entries()][0]?.readers).toHaveLength(100)
})
