import { mkdir } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { lockFolder } from '@foyer/server'
import * as v from 'valibot'
import type { Limits } from '../limits.ts'
import { type Damage, openJournal } from './journal.ts'
import { createMemoryStore, type MailboxEntry, type MemoryStore } from './memoryStore.ts'
import type { Store, StoredMessage } from './store.ts'

/** A journal smaller than this is not compacted. */
const leastBytes = 16_777_216
/** Interval for removing expired messages from disk, in ms. */
const tidyMs = 3_600_000

/**
 * Keeps mailboxes in memory and in a journal on disk: one process, nothing to install. An acknowledged message survives
 * the end of the process, however it comes, and with `sync` a power cut.
 * @throws when the folder can not be read or written, or another process has it
 */
export async function openJournalStore({
  folder,
  limits,
  now = Date.now,
  onFailure,
  openFile,
  sync = true,
}: openJournalStore.Options): Promise<{ store: Store; damage: readonly Damage[] }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder, { urlVariable: 'REDIS_URL' })
  const memory = createMemoryStore(limits, {
    now,
    onEvict: (message) => keep(evictRecord(message)),
  })
  const { damage, journal } = await openJournal({
    folder,
    openFile,
    sync,
    onRecord: (bytes) => restore(memory, bytes, onFailure),
  })
  let compacting: Promise<void> | undefined
  let failure: unknown

  const compact = () => {
    compacting ??= journal
      .compact(() => statesOf(memory.entries()))
      .catch(onFailure)
      .finally(() => {
        compacting = undefined
      })
  }
  /** The disk holds at most three times the waiting messages, and for a moment the new state in addition. */
  const compactWhenLong = () => {
    if (journal.bytes > Math.max(leastBytes, 2 * memory.readSize().bytes)) compact()
  }
  const write = async (record: Uint8Array): Promise<void> => {
    try {
      await journal.append(record)
      failure = undefined
    } catch (error) {
      failure = error
      throw error
    }
    compactWhenLong()
  }
  /** Losing this record is acceptable: a message is then delivered once more. */
  const keep = (record: Uint8Array) => void write(record).catch(onFailure)
  // Rewrites what was read: after a start there is one complete file.
  compact()
  const tidying = setInterval(compact, tidyMs)
  tidying.unref()

  return {
    damage,
    store: {
      ...memory,
      async append(message) {
        const result = await memory.append(message)
        // A known message may still be on its way to the disk.
        if (result.status === 'known') await journal.flush()
        if (result.status !== 'kept') return result
        try {
          await write(publishRecord(result.message))
        } catch (error) {
          memory.forget(result.message)
          throw error
        }
        return result
      },
      async acknowledge(mark) {
        if (memory.mark(mark)) keep(acknowledgeRecord(mark))
      },
      async ping() {
        // Tries again: without a healthy answer no client may come whose message would show that the disk is back.
        if (failure) await write(evictRecord({ topic: '', hash: '' }))
      },
      async close() {
        clearInterval(tidying)
        await compacting
        await journal.close()
        await unlock()
      },
    },
  }
}

export declare namespace openJournalStore {
  type Options = {
    folder: string
    limits: Limits
    /** Called when a write or read failed; the store continues. */
    onFailure: (error: unknown) => void
    /** @default `open` of `node:fs/promises` */
    openFile?: openJournal.Options['openFile']
    /** Answers a publish only once the message is on disk. @default true */
    sync?: boolean | undefined
    /** @default Date.now */
    now?: (() => number) | undefined
  }
}

const record = v.variant('kind', [
  v.object({
    kind: v.literal('publish'),
    ...v.entriesFromList(['topic', 'hash', 'message', 'from'], v.string()),
    ...v.entriesFromList(['tag', 'publishedAt', 'expiresAt'], v.number()),
    attestation: v.optional(v.string()),
    readers: v.array(v.string()),
  }),
  v.object({
    kind: v.literal('acknowledge'),
    ...v.entriesFromList(['topic', 'hash', 'reader'], v.string()),
  }),
  v.object({
    kind: v.literal('evict'),
    ...v.entriesFromList(['topic', 'hash'], v.string()),
  }),
])
type Record = v.InferOutput<typeof record>

// V8's own format keeps every text as it is, in one or two bytes per letter.
const encode = (content: Record) => serialize(content)

const publishRecord = ({ order: _, ...entry }: MailboxEntry) =>
  encode({ kind: 'publish', ...entry, readers: [...entry.readers] })
const acknowledgeRecord = ({ hash, reader, topic }: Parameters<MemoryStore['mark']>[0]) =>
  encode({ kind: 'acknowledge', topic, hash, reader })
const evictRecord = ({ hash, topic }: Pick<StoredMessage, 'hash' | 'topic'>) =>
  encode({ kind: 'evict', topic, hash })

function* statesOf(entries: readonly MailboxEntry[]) {
  for (const entry of entries) yield publishRecord(entry)
}

function restore(memory: MemoryStore, bytes: Buffer, onFailure: (error: unknown) => void): void {
  try {
    const content = v.parse(record, deserialize(bytes))
    if (content.kind === 'acknowledge') memory.mark(content)
    else if (content.kind === 'evict') memory.forget(content)
    else memory.restore({ ...content, attestation: content.attestation })
  } catch (error) {
    // A complete record of another version.
    onFailure(error)
  }
}
