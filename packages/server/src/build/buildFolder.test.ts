import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder } from './buildFolder.ts'
import { buildVersion, readVersions } from './buildVersion.test.kit.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'foyer-build-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** A process that builds each folder, reads it at once as a server does that starts, and prints how many it built. */
const processCode = `
  import { join } from 'node:path'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { buildVersion, readVersions } from ${JSON.stringify(new URL('buildVersion.test.kit.ts', import.meta.url))}
  const [home, startAt, rounds] = process.argv.slice(1)
  await sleep(Number(startAt) - Date.now())
  let built = 0
  for (let round = 0; round < Number(rounds); round++) {
    const folder = join(home, 'round-' + round)
    if (await buildVersion('new', folder)) built++
    const versions = await readVersions(folder)
    if (versions.join() !== 'new') throw new Error('read ' + versions)
  }
  console.log(built)
`

test('processes that start together share one build, and each reads a whole one', async () => {
  const rounds = 20
  for (let round = 0; round < rounds; round++)
    await buildVersion('old', join(home, `round-${round}`))
  const startAt = Date.now() + 1_000
  const processes = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, [
      ...['--input-type=module-typescript', '--eval', processCode],
      ...[home, String(startAt), String(rounds)],
    ]),
  )
  const built = (await Promise.all(processes)).map(({ stdout }) => Number(stdout))
  expect(built.reduce((sum, one) => sum + one)).toBe(rounds)
  expect((await readdir(home)).filter((name) => /lock|part/.test(name))).toEqual([])
})

test('calls of one process share one build too', async () => {
  const folder = join(home, 'calls')
  const built = await Promise.all([1, 2, 3].map(() => buildVersion('new', folder)))
  expect(built.filter(Boolean)).toHaveLength(1)
  expect(await readVersions(folder)).toEqual(['new'])
})

test('replaces the lock of a process that died, also if it had the id of this one', async () => {
  const dead = promisify(execFile)(process.execPath, ['--eval', 'console.log(process.pid)'])
  for (const owner of [(await dead).stdout.trim(), String(process.pid)]) {
    const folder = join(home, `owner-${owner}`)
    await writeFile(`${folder}.lock`, owner)
    expect(await buildVersion('new', folder)).toBe(true)
    await expect(stat(`${folder}.lock`)).rejects.toMatchObject({ code: 'ENOENT' })
  }
})

test('error: a failed build keeps the folder, and the next one is not kept waiting', async () => {
  const folder = join(home, 'failed')
  await buildVersion('old', folder)
  const fail = buildFolder(folder, {
    isBuilt: async () => false,
    async build(into) {
      await mkdir(into)
      throw new Error('no such module')
    },
  })
  await expect(fail).rejects.toThrow('no such module')
  expect(await readVersions(folder)).toEqual(['old'])
  expect(await buildVersion('new', folder)).toBe(true)
})

test('error: a lock file that can not be written is an error, not a wait', async () => {
  // Its own name is short enough, that of the lock is not.
  const folder = join(home, 'x'.repeat(252))
  await expect(buildVersion('new', folder)).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
})
