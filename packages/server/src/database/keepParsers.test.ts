import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { expect, test } from 'vitest'
import { keepParsers } from './keepParsers.ts'

const values = sql`select true as flag, 9007199254740993 as big, 5::bigint as small,
  1.50::numeric(78, 2) as numeric, array[1.5, 2]::numeric[] as numerics, 'a'::text as text, array['a', 'b,c'] as texts,
  '\\x00ff'::bytea as bytes, '{"a":[1]}'::jsonb as json, '{2,1}'::bigint[] as bigs, null::text as nothing,
  '2026-01-02 03:04:05+00'::timestamptz as moment, array['2026-01-02 03:04:05+00'::timestamptz] as moments,
  '2026-01-02 03:04:05'::timestamp as local, array['2026-01-02 03:04:05'::timestamp] as locals, '2026-01-02'::date as day,
  array['2026-01-02'::date] as days, '3 days'::interval as span, array['3 days'::interval] as spans`

test('reads values of each type as Drizzle does by itself, in and out of transactions', async () => {
  const engine = new PGlite({ loadDataDir: await dataDir() })
  await engine.waitReady
  const plain = (await drizzle(engine).execute(values)).rows
  const queries = drizzle(keepParsers(engine))
  expect((await queries.execute(values)).rows).toEqual(plain)
  await queries.transaction(async (inside) => {
    expect((await inside.execute(values)).rows).toEqual(plain)
    await inside.transaction(async (nested) => {
      expect((await nested.execute(values)).rows).toEqual(plain)
    })
  })
  expect(plain[0]).toMatchObject({ moment: '2026-01-02 03:04:05+00', numerics: '{1.5,2}' })
  const failed = queries.transaction(async (inside) => {
    await inside.execute(sql`create table gone (id int)`)
    await inside.execute(sql`select 1 from missing`)
  })
  await expect(failed).rejects.toThrow()
  await expect(queries.execute(sql`select 1 from gone`)).rejects.toThrow()
  await engine.close()
})
