import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PartName } from './part.ts'
import { compileCache } from './spawnPart.ts'

/** The parts with a database of the embedded engine. */
const partsWithDatabase = ['api', 'vault', 'login'] as const satisfies readonly PartName[]

/** How often it is looked whether a data folder is there, ms. */
const lookMs = 50

const databaseOf = (folder: string, part: (typeof partsWithDatabase)[number]): string =>
  join(folder, part, 'database')

/** Where a part keeps its database, once the data folder is made: it is there whole, or not at all. */
export async function waitForDatabase(
  folder: string,
  part: (typeof partsWithDatabase)[number],
): Promise<string> {
  const path = databaseOf(folder, part)
  while (!existsSync(path)) await sleep(lookMs)
  return path
}

/** The data folder of each. */
export const listDatabases = (folder: string): string[] =>
  partsWithDatabase.map((part) => databaseOf(folder, part))

/**
 * Sees to it that each part with a database gets a data folder; the parts wait for theirs by themselves.
 *
 * @throws Error with what the engine says
 */
export async function prepareDatabases(folder: string, signal: AbortSignal): Promise<void> {
  if (listDatabases(folder).every((path) => existsSync(path))) return
  const script = join(import.meta.dirname, 'makeDatabases.ts')
  await promisify(execFile)(process.execPath, ['--conditions=@foyer/source', script, folder], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    signal,
  })
}
