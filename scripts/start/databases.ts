import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PartName } from './part.ts'

/** The parts with a database of the embedded engine. */
export const partsWithDatabase = ['api', 'vault', 'login'] as const satisfies readonly PartName[]

/** Where a part keeps its database. */
export const databaseOf = (folder: string, part: (typeof partsWithDatabase)[number]): string =>
  join(folder, part, 'database')

/** The data folder of each. */
export const listDatabases = (folder: string): string[] =>
  partsWithDatabase.map((part) => databaseOf(folder, part))

/**
 * Sees to it that each part with a database has a data folder.
 *
 * @throws Error with what the engine says
 */
export async function prepareDatabases(folder: string): Promise<void> {
  if (listDatabases(folder).every((path) => existsSync(path))) return
  const script = join(import.meta.dirname, 'makeDatabases.ts')
  await promisify(execFile)(process.execPath, ['--conditions=@foyer/source', script, folder], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache/node') },
  })
}
