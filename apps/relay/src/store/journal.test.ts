import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
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
async function openAt(folder: string, openFile?: typeof open) {
  const read: string[] = []
  const { damage, journal } = await openJournal({
    folder,
    openFile,
    onRecord: (record) => void read.push(record.toString('latin1')),
    sync: true,
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
