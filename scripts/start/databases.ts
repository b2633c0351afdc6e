import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PartName } from './part.ts'
import { placeFolder } from './placeFolder.ts'
import { compileCache } from './spawnPart.ts'

/** The parts with a database of the embedded engine. */
const partsWithDatabase = [
  'api',
  'vault',
  'login',
  'sponsor',
] as const satisfies readonly PartName[]

/** Interval for checking for a data folder, ms. */
const lookMs = 50

const databaseOf = (folder: string, part: (typeof partsWithDatabase)[number]): string =>
  join(folder, part, 'database')

/** Waits for a part's data folder, which appears complete or not at all. */
export async function waitForDatabase(
  folder: string,
  part: (typeof partsWithDatabase)[number],
): Promise<string> {
  const path = databaseOf(folder, part)
  while (!existsSync(path)) await sleep(lookMs)
  return path
}

/** The data folder of each part. */
export const listDatabases = (folder: string): string[] =>
  partsWithDatabase.map((part) => databaseOf(folder, part))

/**
 * Makes a data folder for each part with a database; the parts wait for theirs, and each creates its own tables.
 *
 * @throws Error with the engine's message
 */
export async function prepareDatabases(folder: string, signal: AbortSignal): Promise<void> {
  const missing = listDatabases(folder).filter((path) => !existsSync(path))
  if (missing.length === 0) return
  const server = JSON.parse(
    await readFile(join(import.meta.dirname, '../../packages/server/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> }
  /** Made by this engine; another version may need another one. */
  const empty = join(folder, `cache/database-${server.dependencies['@electric-sql/pglite']}`)
  if (!existsSync(empty)) {
    const script = join(import.meta.dirname, 'makeDatabase.ts')
    await promisify(execFile)(process.execPath, ['--conditions=@foyer/source', script, empty], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      signal,
    })
  }
  for (const path of missing)
    await placeFolder(path, (part) => cp(empty, part, { recursive: true, mode: 0 }))
}
