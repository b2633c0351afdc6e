import { createHash, randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { resolveLimits } from '@foyer/server'
import { expect, test } from 'vitest'
import { limits as table } from '../limits.ts'
import { createMemoryStore } from './memoryStore.ts'

const mebibyte = 1_048_576
const totalBytes = 24 * mebibyte
const newHash = () => randomBytes(32).toString('hex')
/** A text of its own in memory, as one that was parsed from a frame. */
const textOf = (length: number, first = 'A') =>
  Buffer.from(first + randomBytes(length).toString('hex').slice(1, length)).toString()

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
async function readMemory(): Promise<number> {
  // Repeated because other threads free the buffers of earlier tests: the first run still counts some.
  for (let turn = 0; turn < 3; turn++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const shapes: Record<string, { texts: () => string; perTopic: number; readers: number }> = {
  'tiny messages with a topic each': { texts: () => textOf(8), perTopic: 1, readers: 2 },
  'tiny messages in full mailboxes': { texts: () => textOf(8), perTopic: 100, readers: 2 },
  'usual messages': { texts: () => textOf(1500), perTopic: 5, readers: 2 },
  'long messages of wide characters': { texts: () => textOf(40_000, 'Ā'), perTopic: 2, readers: 2 },
  'messages with a hundred readers': { texts: () => textOf(300), perTopic: 2, readers: 100 },
}

test.each(Object.keys(shapes))('MAILBOX_MB holds for %s', async (name) => {
  const { perTopic, readers, texts } = shapes[name]!
  const most = 1e12
  const store = createMemoryStore(
    resolveLimits(table, {
      ...{ totalBytes, heldBytesOfClient: most, heldBytesOfAddress: most },
      ...{ reserveBytesOfAddress: most, publishBytesPerMinute: most },
      publishBytesPerMinuteOfAddress: most,
    }),
  )
  const before = await readMemory()
  let isFull = false
  while (!isFull) {
    const [topic, client] = [newHash(), newHash()]
    for (let n = 0; n < perTopic && !isFull; n++) {
      const message = texts()
      const hash = createHash('sha256').update(message).digest('hex')
      const { status } = await store.append({
        ...{ topic: Buffer.from(topic).toString(), message, hash, tag: 1, attestation: undefined },
        ...{ from: newHash(), ttlMs: 600_000, budget: client, addressBudget: client.slice(0, 2) },
      })
      isFull = status === 'store-full'
    }
    if (isFull) break
    await store.addReaders(
      Array.from({ length: readers }, () => ({
        topic: Buffer.from(topic).toString(),
        reader: newHash(),
      })),
    )
  }
  const used = (await readMemory()) - before
  const { bytes, messages } = store.readSize()
  expect(bytes).toBeGreaterThan(totalBytes * 0.95)
  expect(used, `${messages} messages`).toBeLessThan(totalBytes * 1.1)
})
