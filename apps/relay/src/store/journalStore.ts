import { mkdir } from 'node:fs/promises'
import { lockFolder } from '@foyer/server'
import * as v from 'valibot'
import type { Limits } from '../limits.ts'
import { type Damage, openJournal } from './journal.ts'
import {
  createMemoryStore,
  type MemoryStore,
  type StoredEntry,
  type StoredReader,
} from './memoryStore.ts'
import type { Store, StoredMessage } from './store.ts'

/** Minimum size of a journal that is compacted, in bytes. */
const minBytes = 16_777_216
/** Interval for removing expired messages from disk, in ms. */
const tidyMs = 3_600_000

/**
 * Opens a store in memory with a journal on disk, for a single process. An acknowledged message survives a crash of the
 * process and, with `sync`, a power cut.
 * @throws when the folder can not be read or written, or is locked by another process
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
  let isOpen = false
  let compacting: Promise<void> | undefined
  /** Error of the last write, if it failed. */
  let failure: unknown
  const memory = createMemoryStore(limits, {
    now,
    onEvict: (message) => keep(evictRecord(message)),
    // Their loss is acceptable too: a reader is remembered when it comes back.
    onReader: (reader) => {
      if (isOpen) keep(readerRecord(reader))
    },
  })
  const { damage, journal } = await openJournal({
    folder,
    openFile,
    sync,
    onRecord: (bytes) => restore(memory, bytes, onFailure),
    onWritten(error) {
      failure = error
      if (error) onFailure(error)
      // When the journal is twice as large as the stored messages.
      else if (journal.bytes > Math.max(minBytes, 2 * memory.readSize().bytes)) compact()
    },
  })
  isOpen = true

  const compact = () => {
    compacting ??= journal
      .compact(() => statesOf(memory))
      .catch(onFailure)
      .finally(() => {
        compacting = undefined
      })
  }
  /** Writes a record whose loss is acceptable: a message is then delivered twice. */
  const keep = (record: Uint8Array) => void journal.append(record)
  // Compact what was read, so that there is one complete file after a start.
  compact()
  const tidying = setInterval(compact, tidyMs)
  tidying.unref()

  return {
    damage,
    store: {
      ...memory,
      async append(message) {
        const result = await memory.append(message)
        // A repeated message may not be on disk yet: wait before acknowledging it again.
        if (result.status === 'known') await journal.flush()
        if (result.status !== 'kept') return result
        try {
          await journal.append(publishRecord({ ...result.message, readers: [] }))
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
        // Retry a write: while unhealthy, no client may connect whose message would show that the disk works again.
        if (failure) await journal.append(evictRecord({ topic: '', hash: '' }))
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
    /** Called when a read or write has failed; the store stays open. */
    onFailure: (error: unknown) => void
    /** @default `open` of `node:fs/promises` */
    openFile?: openJournal.Options['openFile']
    /** Calls `fsync` for a message before it is acknowledged. @default true */
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
    /** Missing in records of older versions, which are in the order of arrival. */
    order: v.optional(v.number()),
    readers: v.array(v.string()),
  }),
  v.object({
    kind: v.literal('reader'),
    ...v.entriesFromList(['topic', 'reader'], v.string()),
    seenAt: v.number(),
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

// JSON escapes single surrogates, so it is exact for all strings.
const encode = (content: Record) => Buffer.from(JSON.stringify(content))

const publishRecord = (entry: StoredEntry) =>
  encode({ kind: 'publish', ...entry, readers: [...entry.readers] })
const readerRecord = (reader: StoredReader) => encode({ kind: 'reader', ...reader })
const acknowledgeRecord = ({ hash, reader, topic }: Parameters<MemoryStore['mark']>[0]) =>
  encode({ kind: 'acknowledge', topic, hash, reader })
const evictRecord = ({ hash, topic }: Pick<StoredMessage, 'hash' | 'topic'>) =>
  encode({ kind: 'evict', topic, hash })

/** Iterates over the records of what is stored. What changes meanwhile is in the next journal too, which is read later. */
function statesOf(memory: MemoryStore): Iterable<Uint8Array> {
  const [entries, readers] = [memory.entries(), memory.readers()]
  return (function* () {
    for (const reader of readers) yield readerRecord(reader)
    for (const entry of entries) yield publishRecord(entry)
  })()
}

function restore(memory: MemoryStore, bytes: Buffer, onFailure: (error: unknown) => void): void {
  try {
    const content = v.parse(record, JSON.parse(bytes.toString()))
    if (content.kind === 'acknowledge') memory.mark(content)
    else if (content.kind === 'evict') memory.forget(content)
    else if (content.kind === 'reader') memory.restoreReader(content)
    else {
      const { attestation, kind: _, order, ...rest } = content
      memory.restore({ ...rest, attestation, order })
    }
  } catch (error) {
    // A valid record in the format of another version.
    onFailure(error)
  }
}
