import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildOnce } from './buildOnce.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-build-'))
})
afterEach(() => rm(folder, { recursive: true }))
const fileOf = (key: string) => join(folder, `thing-${key.repeat(16)}.txt`)

test('builds once for many concurrent callers', async () => {
  let built = 0
  const ask = () =>
    buildOnce(fileOf('a'), async (path) => {
      built += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      await writeFile(path, 'made')
    })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill(fileOf('a')))
  expect(built).toBe(1)
  expect(await readFile(fileOf('a'), 'utf8')).toBe('made')
  expect(await readdir(folder)).toHaveLength(1)
})

test('recovers from a failed build and from a dead process', async () => {
  const failing = buildOnce(fileOf('a'), () => Promise.reject(new Error('no compiler')))
  await expect(failing).rejects.toThrow('no compiler')
  // No process has this id: Linux and macOS end below it.
  await writeFile(`${fileOf('a')}.lock`, '99999999')
  await buildOnce(fileOf('a'), (path) => writeFile(path, 'made'))
  expect(await readFile(fileOf('a'), 'utf8')).toBe('made')
})

test('removes files of other keys after a day', async () => {
  await buildOnce(fileOf('a'), (path) => writeFile(path, 'old'))
  await buildOnce(fileOf('b'), (path) => writeFile(path, 'younger'))
  await utimes(fileOf('a'), 0, 0)
  await buildOnce(fileOf('c'), (path) => writeFile(path, 'new'))
  expect(await readdir(folder)).toEqual(
    [fileOf('b'), fileOf('c')].map((path) => path.slice(folder.length + 1)),
  )
})
