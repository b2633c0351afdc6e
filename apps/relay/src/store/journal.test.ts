import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { openJournal } from './journal.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-journal-'))
  folders.push(folder)
  return folder
}
async function openAt(folder: string, openFile?: typeof open, sync = true) {
  const read: string[] = []
  const { damage, journal } = await openJournal({
    folder,
    openFile,
    onRecord: (record) => void read.push(record.toString('latin1')),
    sync,
  })
  return { ...journal, journal, damage, read }
}
const bytes = (text: string) => Buffer.from(text, 'latin1')
/** Non-empty files, the oldest first. */
async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort()
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return names.filter((_, n) => (sizes[n] ?? 0) > 0)
}

test('returns appended records in order, over restarts', async () => {
  const folder = await newFolder()
  const first = await openAt(folder)
  await Promise.all(['one', 'two', ''].map((text) => first.append(bytes(text))))
  await first.append(bytes('x'.repeat(3_000_000)))
  await first.close()
  const second = await openAt(folder)
  expect(second.read).toEqual(['one', 'two', '', 'x'.repeat(3_000_000)])
  await second.append(bytes('last'))
  await second.close()
  const third = await openAt(folder)
  expect(third.read.at(-1)).toBe('last')
  expect(third.damage).toEqual([])
  await third.close()
})

test('keeps records appended while a state is written; deletes the files that the state replaces', async () => {
  const folder = await newFolder()
  const { append, close, journal } = await openAt(folder)
  const live = new Set<string>()
  const appended: Promise<void>[] = []
  for (let n = 0; n < 300; n++) {
    const text = `record ${n}`
    live.add(text)
    appended.push(append(bytes(text)))
    if (n % 100 === 50) {
      // The first half has been consumed.
      for (const one of [...live].slice(0, live.size / 2)) live.delete(one)
      await journal.compact(() => [...live].map(bytes))
    }
  }
  await Promise.all(appended)
  await close()
  const again = await openAt(folder)
  expect(new Set(again.read)).toEqual(live)
  await again.close()
  expect((await filesIn(folder)).map((name) => name.split('.')[0])).toEqual(['journal', 'state'])
})

test('reads every undamaged record, and reports how much it could not read', async () => {
  const record = fc.string({ unit: 'binary-ascii', maxLength: 60 })
  const damages = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      damages,
      fc.option(fc.nat(), { nil: undefined }),
      async (records, flips, cut) => {
        const folder = await newFolder()
        const { append, close } = await openAt(folder)
        for (const text of records) await append(bytes(text))
        await close()
        const [name = ''] = await filesIn(folder)
        const whole = await readFile(join(folder, name))
        const end = cut === undefined ? whole.length : cut % whole.length
        const touched = new Set<number>()
        for (const [at, mask] of flips) {
          const place = at % whole.length
          whole[place]! ^= mask
          touched.add(place)
        }
        await writeFile(join(folder, name), whole.subarray(0, end))
        let from = 0
        const spared = records.filter((text) => {
          const [begin, next] = [from, from + 12 + text.length]
          from = next
          const isTouched = [...touched].some((place) => place >= begin && place < next)
          return next <= end && !isTouched
        })
        const { close: closeAgain, damage, read } = await openAt(folder)
        await closeAgain()
        const lost = damage.reduce((sum, one) => sum + one.bytes, 0)
        // A byte that was changed twice may have its old value again.
        expect(read).toEqual(expect.arrayContaining(spared))
        expect(read.every((text) => records.includes(text))).toBe(true)
        expect(lost).toBe(end - read.reduce((sum, text) => sum + 12 + text.length, 0))
      },
    ),
    { numRuns: 200 },
  )
})

test('error: flush rejects when a record before it failed, although the next one is written', async () => {
  let fail = () => {}
  const failing = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('no space left'))
  })
  let writes = 0
  const openFile = (async (...given: Parameters<typeof open>) => {
    const file = await open(...given)
    const write = file.write.bind(file) as (...args: unknown[]) => Promise<unknown>
    return Object.assign(file, {
      write: (...args: unknown[]) => (writes++ === 0 ? failing : write(...args)),
    })
  }) as typeof open
  const folder = await newFolder()
  const { append, close, journal } = await openAt(folder, openFile)
  const refused = append(bytes('refused'))
  await expect.poll(() => writes).toBe(1)
  const next = append(bytes('next'))
  const outcomes = Promise.allSettled([refused, journal.flush(), next])
  fail()
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
  ])
  await close()
  const again = await openAt(folder)
  expect(again.read).toEqual(['next'])
  await again.close()
})

test('does not read a content that looks like a record when its own record is damaged', async () => {
  const folder = await newFolder()
  const { append, close } = await openAt(folder)
  await append(bytes('forged'))
  await close()
  const [name = ''] = await filesIn(folder)
  // With the checksum of another file: its seed is visible to a reader of the disk, but not to a publisher.
  const forged = (await readFile(join(folder, name))).toString('latin1')
  const other = await newFolder()
  const victim = await openAt(other)
  await victim.append(bytes(`outer ${forged} outer`))
  await victim.append(bytes('next'))
  await victim.close()
  const [file = ''] = await filesIn(other)
  const whole = await readFile(join(other, file))
  whole[13]! ^= 1
  await writeFile(join(other, file), whole)
  const { close: closeAgain, damage, read } = await openAt(other)
  await closeAgain()
  expect(read).toEqual(['next'])
  expect(damage).toMatchObject([{ file, isCutShort: false }])
})

test('keeps a file with damage in its middle when a state replaces it', async () => {
  const folder = await newFolder()
  const first = await openAt(folder)
  for (const text of ['one', 'two', 'three']) await first.append(bytes(text))
  await first.close()
  const [name = ''] = await filesIn(folder)
  const whole = await readFile(join(folder, name))
  whole[15 + 13]! ^= 1
  await writeFile(join(folder, name), whole)
  const second = await openAt(folder)
  expect(second.read).toEqual(['one', 'three'])
  await second.journal.compact(() => second.read.map(bytes))
  await second.close()
  expect(await readdir(folder)).toContain(`damaged.${name}`)
  const third = await openAt(folder)
  expect([third.read, third.damage]).toEqual([['one', 'three'], []])
  await third.close()
})

/** Opens files whose `write` is replaced; it gets the original one with what it is given. */
function openWith(
  replace: (
    write: (...args: unknown[]) => Promise<{ bytesWritten: number }>,
    ...args: [Buffer, number, number, number]
  ) => Promise<{ bytesWritten: number }>,
): typeof open {
  return (async (...given: Parameters<typeof open>) => {
    const file = await open(...given)
    const write = file.write.bind(file) as Parameters<typeof replace>[0]
    const replaced = (
      ...args: Parameters<typeof replace> extends [unknown, ...infer rest] ? rest : never
    ) => replace(write, ...args)
    return Object.assign(file, { write: replaced })
  }) as typeof open
}

test('writes a record whole when the disk takes it in small pieces', async () => {
  const folder = await newFolder()
  const openFile = openWith((write, whole, from, length, at) =>
    write(whole, from, Math.min(length, 5), at),
  )
  const { append, close } = await openAt(folder, openFile)
  await Promise.all([append(bytes('the first')), append(bytes('the second'))])
  await append(bytes('the third'))
  await close()
  const again = await openAt(folder)
  expect([again.read, again.damage]).toEqual([['the first', 'the second', 'the third'], []])
  await again.close()
})

test('error: writes the next record over what a full disk took of a refused one', async () => {
  const folder = await newFolder()
  let room = 20
  const openFile = openWith(async (write, whole, from, length, at) => {
    if (room === 0) throw new Error('no space left')
    const { bytesWritten } = await write(whole, from, Math.min(length, room), at)
    room -= bytesWritten
    return { bytesWritten }
  })
  const { append, close } = await openAt(folder, openFile)
  await expect(append(bytes('a record that is too long for the disk'))).rejects.toThrow('no space')
  room = 1000
  await append(bytes('next'))
  await append(bytes('after next, and longer than what was left of the refused record'))
  await close()
  const again = await openAt(folder)
  expect(again.read).toEqual([
    'next',
    'after next, and longer than what was left of the refused record',
  ])
  expect(again.damage).toEqual([])
  await again.close()
})

test('counts the bytes appended since the last state', async () => {
  const folder = await newFolder()
  const { append, close, journal } = await openAt(folder)
  expect(journal.bytes).toBe(0)
  await Promise.all([append(bytes('12345')), append(bytes(''))])
  await append(bytes('678'))
  expect(journal.bytes).toBe(3 * 12 + 8)
  await journal.compact(() => [bytes('12345678')])
  expect(journal.bytes).toBe(0)
  await append(bytes('9'))
  expect(journal.bytes).toBe(13)
  await close()
})

test('has a record on disk before it is acknowledged, and the name of each new file', async () => {
  const folder = await newFolder()
  const handle = await open(folder, 'r')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const spies = ['sync', 'datasync'].map((name) => vi.spyOn(prototype, name))
  const counts = () => spies.map(({ mock }) => mock.calls.length)
  try {
    const { append, close, journal } = await openAt(folder)
    expect(counts()).toEqual([1, 0])
    await append(bytes('one'))
    await append(bytes('two'))
    expect(counts()).toEqual([1, 2])
    // The name of the next journal, the state, and the name of the state.
    await journal.compact(() => [bytes('one')])
    expect(counts()).toEqual([4, 2])
    await close()
    const loose = await openAt(await newFolder(), undefined, false)
    await loose.append(bytes('one'))
    expect(counts()).toEqual([5, 2])
    await loose.close()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
})

test('keeps its files from other users', async () => {
  const folder = join(await newFolder(), 'deep', 'down')
  const { append, close, journal } = await openAt(folder)
  await append(bytes('one'))
  await journal.compact(() => [bytes('one')])
  await close()
  const names = (await readdir(folder)).sort()
  expect(names.map((name) => name.split('.')[0])).toEqual(['journal', 'state'])
  const modes = await Promise.all(
    ['', ...names].map(async (name) => (await stat(join(folder, name))).mode & 0o777),
  )
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

test('numbers its files by age, and reads no others', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'journal.00000001.txt'), 'x')
  await writeFile(join(folder, 'state.part'), 'x')
  const numbers = async () =>
    (await readdir(folder)).flatMap((name) => /^(\w+\.\d{8})\.[0-9a-f]{8}$/.exec(name)?.[1] ?? [])
  const first = await openAt(folder)
  await first.append(bytes('one'))
  expect(await numbers()).toEqual(['journal.00000000'])
  await first.close()
  const second = await openAt(folder)
  await second.append(bytes('two'))
  expect(await numbers()).toEqual(['journal.00000000', 'journal.00000001'])
  // The state stands for all up to the journal before the new one.
  await second.journal.compact(() => second.read.concat('two').map(bytes))
  expect(await numbers()).toEqual(['journal.00000002', 'state.00000001'])
  await second.append(bytes('three'))
  await second.close()
  const third = await openAt(folder)
  expect([third.read, third.damage]).toEqual([['one', 'two', 'three'], []])
  await third.close()
})

test('reads the newest state and the journals after it when older files were not deleted', async () => {
  const folder = await newFolder()
  const first = await openAt(folder)
  await first.append(bytes('one'))
  await first.journal.compact(() => [bytes('state of one')])
  const old = await Promise.all(
    (await readdir(folder)).map(
      async (name) => [name, await readFile(join(folder, name))] as const,
    ),
  )
  await first.append(bytes('two'))
  await first.journal.compact(() => [bytes('state of two')])
  await first.append(bytes('three'))
  await first.close()
  // A crash between the new state and the deletion of what it replaces.
  for (const [name, content] of old) await writeFile(join(folder, name), content)
  const second = await openAt(folder)
  expect(second.read).toEqual(['state of two', 'three'])
  await second.journal.compact(() => [bytes('state of three')])
  await second.close()
  expect((await readdir(folder)).map((name) => name.split('.')[0])).toEqual(['journal', 'state'])
})

test('writes a state in pieces of 1 MiB', async () => {
  const folder = await newFolder()
  const { close, journal } = await openAt(folder)
  const handle = await open(folder, 'r')
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile')
  await handle.close()
  // Eight of them fill a piece to the last byte; each has a head of 12 bytes.
  const state = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(131_072, 'x'))
  try {
    await journal.compact(() => state.map(bytes))
    const pieces = write.mock.calls.map(([piece]) => (piece as Buffer).length)
    expect(pieces).toEqual([8, 8, 4].map((count) => count * (131_072 + 12)))
  } finally {
    write.mockRestore()
  }
  await close()
  const again = await openAt(folder)
  expect(again.read).toEqual(state)
  await again.close()
})

test('finds the record after unreadable bytes wherever the chunks of 1 MiB divide it', async () => {
  const source = await newFolder()
  const { append, close } = await openAt(source)
  await append(bytes('found'))
  await append(bytes('and the next'))
  await close()
  const [name = ''] = await filesIn(source)
  const whole = await readFile(join(source, name))
  const around = Array.from({ length: 20 }, (_, n) => 1_048_576 + 1 - n)
  for (const garbage of [1, 2, ...around]) {
    const folder = await newFolder()
    await writeFile(join(folder, name), Buffer.concat([Buffer.alloc(garbage), whole]))
    const again = await openAt(folder)
    await again.close()
    expect(again.read).toEqual(['found', 'and the next'])
    expect(again.damage).toEqual([{ file: name, bytes: garbage, isCutShort: false }])
  }
})

test.each([1, 7, 13])(
  'takes %i unreadable bytes for a write that was cut short only at the end of the newest file',
  async (bytesLeft) => {
    const folder = await newFolder()
    for (const text of ['one', 'two']) {
      const { append, close } = await openAt(folder)
      await append(bytes(text))
      await close()
    }
    const names = await filesIn(folder)
    for (const name of names) {
      const whole = await readFile(join(folder, name))
      await writeFile(join(folder, name), Buffer.concat([whole, whole.subarray(0, bytesLeft)]))
    }
    const { close, damage, read } = await openAt(folder)
    await close()
    expect(read).toEqual(['one', 'two'])
    // The empty file of the last start is not there yet: it is made after reading.
    expect(damage).toEqual(
      names.map((file, n) => ({ file, bytes: bytesLeft, isCutShort: n === names.length - 1 })),
    )
  },
)

test('takes a length of more than 16 MiB for damage, and reads the next record', async () => {
  const folder = await newFolder()
  const { append, close } = await openAt(folder)
  for (const text of ['one', 'two']) await append(bytes(text))
  await close()
  const [name = ''] = await filesIn(folder)
  const whole = await readFile(join(folder, name))
  whole.writeUInt32LE(16_777_217, 4)
  await writeFile(join(folder, name), whole)
  const again = await openAt(folder)
  await again.close()
  expect(again.read).toEqual(['two'])
  expect(again.damage).toEqual([{ file: name, bytes: 15, isCutShort: false }])
})
