import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveLimits } from '@foyer/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createFullDisk } from './fullDisk.test.kit.ts'
import { openJournalStore } from './journalStore.ts'
import type { Store } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
})
afterEach(() => rm(folder, { recursive: true }))

const topic = 'a'.repeat(64)
const publish = (store: Store, message: string) =>
  store.append({
    ...{ topic, message, hash: createHash('sha256').update(message).digest('hex') },
    ...{ from: 'b'.repeat(64), tag: 1108, attestation: undefined, ttlMs: 600_000 },
    ...{ budget: 'client', addressBudget: 'address' },
  })
async function open() {
  const disk = createFullDisk()
  const failures: unknown[] = []
  const { store } = await openJournalStore({
    ...{ folder, limits: resolveLimits(limits), openFile: disk.openFile },
    onFailure: (error) => void failures.push(error),
  })
  return { disk, failures, store }
}
const texts = async (store: Store) => {
  const readings = [{ topic, reader: 'c'.repeat(64) }]
  return (await store.pending(readings, { maxBytes: 1e6 })).messages.map(({ message }) => message)
}

test('error: a publish that the disk refuses is rejected, and the same one is accepted later', async () => {
  const { disk, store } = await open()
  await publish(store, 'before')
  disk.isFull = true
  await expect(publish(store, 'refused')).rejects.toThrow('no space left')
  expect(await texts(store)).toEqual(['before'])
  disk.isFull = false
  expect(await publish(store, 'refused')).toMatchObject({ status: 'kept' })
  await store.close()
  const next = await open()
  expect(await texts(next.store)).toEqual(['before', 'refused'])
  await next.store.close()
})

test('health fails while the disk is full, and recovers without a publish', async () => {
  const { disk, store } = await open()
  await store.ping()
  disk.isFull = true
  await expect(publish(store, 'refused')).rejects.toThrow()
  await expect(store.ping()).rejects.toThrow('no space left')
  disk.isFull = false
  await store.ping()
  await store.close()
})

test('error: an acknowledgement that can not be written is reported', async () => {
  const { disk, failures, store } = await open()
  const published = await publish(store, 'text')
  if (published.status !== 'kept') throw new Error(published.status)
  disk.isFull = true
  await store.acknowledge({ topic, hash: published.message.hash, reader: 'c'.repeat(64) })
  await expect.poll(() => failures).toHaveLength(1)
  await store.close()
})
