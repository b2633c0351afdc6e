import { readFile } from 'node:fs/promises'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'

const migrations = new URL('../../migrations/', import.meta.url)

test('the snapshot of the last migration matches the schema', async () => {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', migrations), 'utf8'))
  const last = String(journal.entries.at(-1).idx).padStart(4, '0')
  const snapshot = JSON.parse(
    await readFile(new URL(`meta/${last}_snapshot.json`, migrations), 'utf8'),
  )
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([])
})
