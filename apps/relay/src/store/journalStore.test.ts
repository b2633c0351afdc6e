import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LimitSettings, resolveLimits } from '@foyer/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectIntervals } from '../collectIntervals.test.kit.ts'
import { limits } from '../limits.ts'
import { createFullDisk } from './fullDisk.test.kit.ts'
import { openJournal } from './journal.ts'
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
async function open(settings: LimitSettings<typeof limits> = {}, now?: () => number) {
  const disk = createFullDisk()
  const failures: unknown[] = []
  const { store } = await openJournalStore({
    ...{ folder, limits: resolveLimits(limits, settings), now, openFile: disk.openFile },
    onFailure: (error) => void failures.push(error),
  })
  return { disk, failures, store }
}
const texts = async (store: Store) => {
  const readings = [{ topic, reader: 'c'.repeat(64) }]
  const { messages } = await store.pending(readings, { maxBytes: 1e6, maxMessages: 100 })
  return messages.map(({ message }) => message)
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
  // The new reader and what it has received are in one write.
  await expect.poll(() => failures).toHaveLength(1)
  await store.close()
})

test('error: a repeated message is rejected while the disk refuses the first one', async () => {
  const { disk, store } = await open()
  disk.isFull = true
  const both = await Promise.allSettled([publish(store, 'text'), publish(store, 'text')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  disk.isFull = false
  await store.close()
})

test('error: a folder belongs to one process until that one closes it', async () => {
  const lock = `${folder}.lock`
  await writeFile(lock, String(process.ppid))
  await expect(open()).rejects.toThrow('set REDIS_URL')
  await rm(lock)
  const { store } = await open()
  expect(await readFile(lock, 'utf8')).toBe(String(process.pid))
  await store.close()
  await expect(readFile(lock)).rejects.toThrow('ENOENT')
})

test('reports a record that it does not know, and reads the others', async () => {
  const { store } = await open()
  await publish(store, 'before')
  await store.close()
  const { journal } = await openJournal({ folder, onRecord: () => {}, sync: true })
  await journal.append(Buffer.from('of another version'))
  await journal.close()
  const next = await open()
  expect(next.failures).toHaveLength(1)
  expect(await texts(next.store)).toEqual(['before'])
  await next.store.close()
})

/** Reads what is on the disk, the journals before the states. */
async function readFolder() {
  const names = (await readdir(folder)).filter((name) => /^(journal|state)\.\d/.test(name)).sort()
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  const kinds = names.map((name) => name.split('.')[0])
  return { kinds, sizes: contents.map(({ length }) => length), text: contents.join('') }
}
/** Waits until the store has rewritten what it read at its start. */
const rewritten = () =>
  expect.poll(async () => (await readFolder()).kinds).toEqual(['journal', 'state'])
const mebibyte = 1_048_576
const wide = {
  ...{ topicBytes: 100 * mebibyte, heldBytesOfClient: 1e9, heldBytesOfAddress: 1e9 },
  ...{ publishBytesPerMinute: 1e9, publishBytesPerMinuteOfAddress: 1e9 },
}

test('replaces a journal of more than 16 MiB of which less than half waits', async () => {
  const { store } = await open({ ...wide, topicMessages: 7 })
  for (let n = 0; n < 17; n++) {
    const published = await publish(store, `${n}`.padEnd(mebibyte, 'x'))
    if (published.status !== 'kept') throw new Error(published.status)
    const { hash } = published.message
    // Received, so that it makes room for the seventh after it.
    await store.acknowledge({ topic, hash, reader: 'c'.repeat(64) })
    if (n === 14) expect((await readFolder()).text.length).toBeGreaterThan(15 * mebibyte)
  }
  await store.close()
  expect((await readFolder()).text.length).toBeLessThan(9 * mebibyte)
})

test('keeps a journal of more than 16 MiB while most of its messages wait', async () => {
  const { store } = await open(wide)
  await rewritten()
  for (let n = 0; n < 18; n++) await publish(store, `${n}`.padEnd(mebibyte, 'x'))
  await store.close()
  const { kinds, sizes } = await readFolder()
  expect([kinds, sizes]).toEqual([
    ['journal', 'state'],
    [expect.any(Number), 0],
  ])
})

test('deletes expired messages from the disk every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { stop, timers } = collectIntervals()
  const clock = { nowMs: 1_800_000_000_000 }
  try {
    const first = await open({}, () => clock.nowMs)
    await publish(first.store, 'short-lived')
    await first.store.close()
    const { store } = await open({}, () => clock.nowMs)
    // The start rewrites what was read, and deletes the old files at its end.
    await rewritten()
    clock.nowMs += 600_000
    vi.advanceTimersByTime(3_599_999)
    await store.acknowledge({ topic, hash: 'd'.repeat(64), reader: 'c'.repeat(64) })
    expect((await readFolder()).text).toContain('short-lived')
    vi.advanceTimersByTime(1)
    await expect.poll(async () => (await readFolder()).text).not.toContain('short-lived')
    await store.close()
    expect(vi.getTimerCount()).toBe(0)
    // A store that is never closed does not keep its process from ending.
    expect(timers.map((timer) => timer.hasRef())).toEqual([false, false])
  } finally {
    stop()
    vi.useRealTimers()
  }
})
