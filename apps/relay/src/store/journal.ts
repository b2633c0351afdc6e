import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** An append-only log of records in files. */
export type Journal = {
  /** Appends a record. Resolves when it is on disk. Records that arrive during a write are batched into the next one. */
  append(record: Uint8Array): Promise<void>
  /** Resolves when all records appended so far are on disk; rejects when one of them could not be written. */
  flush(): Promise<void>
  /** Bytes appended since the last compaction. */
  readonly bytes: number
  /**
   * Writes a snapshot that replaces all earlier files, and deletes them. Appending continues meanwhile.
   * @param takeState - called once; returns records that replace everything appended before this call
   */
  compact(takeState: () => Iterable<Uint8Array>): Promise<void>
  close(): Promise<void>
}

/** Bytes of a file that belong to no complete record. */
export type Damage = {
  readonly file: string
  readonly bytes: number
  /** True at the end of the newest file: a crash interrupted the write, which was never acknowledged. */
  readonly isCutShort: boolean
}

const magic = Buffer.from('FYJ2')
/** Size of a record's header: magic number, length and checksum of the content. */
const headBytes = 12
/** Maximum length of a record, in bytes; a larger value in a header means damage. */
const maxBytes = 16_777_216
const chunkBytes = 1_048_576

/**
 * Opens the journal in a folder and passes each complete record to `onRecord`, in the order of appending, also those
 * after a damaged one. `journal.<n>.<seed>` contains appended records; `state.<n>.<seed>` is the snapshot of all files up
 * to `journal.<n>`. The random seed is part of the checksum, so that a record inside another one's content is not read.
 * @throws when the folder can not be read or written
 */
export async function openJournal({
  folder,
  onRecord,
  onWritten = () => {},
  openFile = open,
  sync,
}: openJournal.Options): Promise<{
  journal: Journal
  damage: readonly Damage[]
}> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await listFiles(folder)
  const newestState = found.filter(({ kind }) => kind === 'state').at(-1)
  const files = found.filter(
    (one) => one === newestState || (one.kind === 'journal' && one.n > (newestState?.n ?? -1)),
  )
  const damage: Damage[] = []
  for (const one of files)
    for (const { bytes, isEnd } of await readRecords(folder, one, onRecord))
      damage.push({ file: one.name, bytes, isCutShort: isEnd && one === files.at(-1) })

  const createFile = async (n: number): Promise<OpenFile> => {
    const named = newName('journal', n)
    const file = await openFile(join(folder, named.name), 'wx', 0o600)
    await syncFolder(folder)
    return { ...named, file, end: 0 }
  }
  let current = await createFile((found.at(-1)?.n ?? -1) + 1)
  let bytes = 0
  let queue: Uint8Array[] = []
  let queued = defer()
  let writing: Promise<void> | undefined
  let draining: Promise<void> | undefined
  /** Switches to the next file; set by `compact`, called between two writes. */
  let rotate: (() => void) | undefined

  async function write(records: readonly Uint8Array[]): Promise<void> {
    const { end, file, seed } = current
    const whole = frame(records, seed)
    for (let done = 0; done < whole.length; ) {
      // Write at a fixed position, to overwrite what a failed attempt (disk full) left there.
      const left = whole.length - done
      done += (await file.write(whole, done, left, end + done)).bytesWritten
    }
    if (sync) await file.datasync()
    current.end += whole.length
    bytes += whole.length
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      rotate?.()
      const [records, { reject, resolve }] = [queue, queued]
      ;[queue, queued] = [[], defer()]
      writing = write(records)
      try {
        await writing
        resolve()
        onWritten()
      } catch (error) {
        reject(error)
        onWritten(error)
      }
      writing = undefined
    }
    draining = undefined
    rotate?.()
  }

  return {
    damage,
    journal: {
      append(record) {
        queue.push(record)
        const { promise } = queued
        draining ??= Promise.resolve().then(drain)
        return promise
      },
      async flush() {
        await Promise.all([writing, queue.length > 0 ? queued.promise : undefined])
      },
      get bytes() {
        return bytes
      },
      async compact(takeState) {
        const opened = await createFile(current.n + 1)
        const { before, state } = await new Promise<{
          before: OpenFile
          state: Iterable<Uint8Array>
        }>((resolve) => {
          rotate = () => {
            rotate = undefined
            const closing = current
            current = opened
            bytes = 0
            resolve({ before: closing, state: takeState() })
          }
          if (!draining) rotate()
        })
        await before.file.close()
        await writeState(folder, before.n, state)
        for (const one of await listFiles(folder)) {
          if (one.n > before.n || (one.kind === 'state' && one.n === before.n)) continue
          // Keep damaged files: a repair tool may recover more.
          if (damage.some(({ file, isCutShort }) => file === one.name && !isCutShort))
            await rename(join(folder, one.name), join(folder, `damaged.${one.name}`))
          else await rm(join(folder, one.name))
        }
      },
      async close() {
        while (draining) await draining
        await current.file.close()
      },
    },
  }
}

export declare namespace openJournal {
  type Options = {
    folder: string
    onRecord(record: Buffer): void
    /** Called after each write of one or more records, with the error of one that failed. */
    onWritten?: ((error?: unknown) => void) | undefined
    /** Opens files for appending. @default `open` of `node:fs/promises` */
    openFile?: typeof open | undefined
    /** Calls `fsync` before a record counts as written. */
    sync: boolean
  }
}

/** Same as `Promise.withResolvers`, which Node 20 does not have. */
function defer() {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((resolveIt, rejectIt) => {
    ;[resolve, reject] = [resolveIt, rejectIt]
  })
  // Not an unhandled rejection if nobody awaits it.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

type FileName = {
  readonly name: string
  readonly kind: 'journal' | 'state'
  readonly n: number
  readonly seed: number
}
type OpenFile = FileName & { readonly file: Awaited<ReturnType<typeof open>>; end: number }

function newName(kind: FileName['kind'], n: number): FileName {
  const seed = randomBytes(4)
  const name = `${kind}.${String(n).padStart(8, '0')}.${seed.toString('hex')}`
  return { name, kind, n, seed: seed.readUInt32BE() }
}

/** Lists snapshots and journals, sorted by number. */
async function listFiles(folder: string): Promise<FileName[]> {
  return (await readdir(folder))
    .flatMap((name): FileName[] => {
      const [, kind, n, seed] = /^(journal|state)\.(\d{8})\.([0-9a-f]{8})$/.exec(name) ?? []
      if (kind === undefined || n === undefined || seed === undefined) return []
      return [
        { name, kind: kind as FileName['kind'], n: Number(n), seed: Number.parseInt(seed, 16) },
      ]
    })
    .sort((one, other) => one.n - other.n)
}

async function writeState(folder: string, n: number, records: Iterable<Uint8Array>): Promise<void> {
  const { name, seed } = newName('state', n)
  const part = join(folder, 'state.part')
  const file = await open(part, 'w', 0o600)
  try {
    let batch: Uint8Array[] = []
    let size = 0
    const flush = async () => {
      await file.appendFile(frame(batch, seed))
      ;[batch, size] = [[], 0]
    }
    for (const record of records) {
      batch.push(record)
      size += record.length
      if (size >= chunkBytes) await flush()
    }
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(folder, name))
  await syncFolder(folder)
}

/** Syncs a folder: without it, a new file's name may be lost in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns records with their headers, as they stand in a file. */
function frame(records: readonly Uint8Array[], seed: number): Buffer {
  const length = records.reduce((sum, record) => sum + headBytes + record.length, 0)
  const framed = Buffer.allocUnsafe(length)
  let at = 0
  for (const record of records) {
    magic.copy(framed, at)
    framed.writeUInt32LE(record.length, at + 4)
    framed.writeUInt32LE(crc32(record, seed), at + 8)
    framed.set(record, at + headBytes)
    at += headBytes + record.length
  }
  return framed
}

/** Reads all records of a file. @returns the number of bytes that belong to no complete record, between and after records */
async function readRecords(
  folder: string,
  { name, seed }: FileName,
  onRecord: (record: Buffer) => void,
): Promise<{ bytes: number; isEnd: boolean }[]> {
  const lost: { bytes: number; isEnd: boolean }[] = []
  const file = await open(join(folder, name), 'r')
  try {
    let rest: Buffer = Buffer.alloc(0)
    let skipped = 0
    for (let isEnd = false; !isEnd; ) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const { bytesRead } = await file.read(chunk, 0, chunkBytes)
      isEnd = bytesRead === 0
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      let from = 0
      while (from < bytes.length) {
        const record = readRecord(bytes.subarray(from), seed)
        if (record === 'more' && !isEnd) break
        if (record === 'more' || record === 'damaged') {
          const next = bytes.indexOf(magic, from + 1)
          // The last three bytes may be the beginning of the next record.
          const to = next >= 0 ? next : isEnd ? bytes.length : Math.max(from + 1, bytes.length - 3)
          skipped += to - from
          from = to
          continue
        }
        if (skipped > 0) lost.push({ bytes: skipped, isEnd: false })
        skipped = 0
        onRecord(record)
        from += headBytes + record.length
      }
      rest = bytes.subarray(from)
    }
    if (skipped > 0) lost.push({ bytes: skipped, isEnd: true })
  } finally {
    await file.close()
  }
  return lost
}

/** Reads the record at the start of `bytes`; `more` when it may continue beyond them. */
function readRecord(bytes: Buffer, seed: number): Buffer | 'more' | 'damaged' {
  const known = Math.min(bytes.length, magic.length)
  if (!bytes.subarray(0, known).equals(magic.subarray(0, known))) return 'damaged'
  if (bytes.length < headBytes) return 'more'
  const length = bytes.readUInt32LE(4)
  if (length > maxBytes) return 'damaged'
  if (bytes.length < headBytes + length) return 'more'
  const record = bytes.subarray(headBytes, headBytes + length)
  return crc32(record, seed) === bytes.readUInt32LE(8) ? record : 'damaged'
}
