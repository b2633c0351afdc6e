import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import { makeTestFolder } from './openTestDatabase.test.kit.ts'

test('[T122] keeps the embedded database about as small as its rows, however often they are rewritten', async () => {
  const path = await mkdtemp(join(tmpdir(), 'foyer-tend-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const migrations = join(path, 'migrations')
  await mkdir(join(migrations, 'meta'), { recursive: true })
  const journal = JSON.stringify({ version: '7', dialect: 'postgresql', entries: [] })
  await writeFile(join(migrations, 'meta/_journal.json'), journal)
  const shape = {
    name: 'test',
    schema: {},
    migrations: pathToFileURL(migrations),
    urlVariable: 'URL',
  }
  await makeTestFolder(shape, join(path, 'data'))
  const database = await openDatabase(shape, { kind: 'folder', path: join(path, 'data') })
  onTestFinished(() => database.close())
  const { queries } = database
  await queries.execute(sql`create table counters (key text primary key, count int)`)
  const sizeAfterAnHour = async () => {
    for (let turn = 0; turn < 10; turn++)
      await queries.execute(sql`insert into counters
        select repeat('x', 80) || n, 1 from generate_series(1, 2000) n
        on conflict (key) do update set count = counters.count + 1`)
    await queries.execute(sql`delete from counters`)
    await database.tend()
    const { rows } = (await queries.execute(sql`select
      (select sum(size) from pg_ls_waldir())::int as log,
      pg_total_relation_size('counters')::int as rows`)) as unknown as { rows: object[] }
    return rows[0]
  }
  const sizes = []
  for (let hour = 0; hour < 8; hour++) sizes.push(await sizeAfterAnHour())
  expect(sizes[7]).toEqual(sizes[3])
})
