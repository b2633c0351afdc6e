/**
 * `makeDatabases.ts <folder>`: makes the data folders of the servers that have none yet, in a process that ends.
 *
 * To make one takes the embedded engine seconds and most of a gigabyte; three at once would be half of a first start. So
 * one empty one is made and copied, and each server then brings its own tables into its copy.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '@foyer/server'
import { listDatabases } from './databases.ts'

const [folder = ''] = process.argv.slice(2)
const server = JSON.parse(
  await readFile(join(import.meta.dirname, '../../packages/server/package.json'), 'utf8'),
) as { dependencies: Record<string, string> }
/** Made by this engine; another version may want another one. */
const empty = join(folder, `cache/database-${server.dependencies['@electric-sql/pglite']}`)
const noMigrations = join(folder, 'cache/no-migrations')

/** Whole or not there: it is made beside and then renamed. */
async function place(path: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`
  await rm(part, { recursive: true, force: true })
  await make(part)
  await rename(part, path)
}

if (!existsSync(empty)) {
  await mkdir(join(noMigrations, 'meta'), { recursive: true })
  const journal = { version: '7', dialect: 'postgresql', entries: [] }
  await writeFile(join(noMigrations, 'meta/_journal.json'), JSON.stringify(journal))
  await place(empty, async (path) => {
    const shape = {
      name: 'empty',
      schema: {},
      migrations: pathToFileURL(noMigrations),
      urlVariable: '',
    }
    const { close } = await openDatabase(shape, { kind: 'folder', path })
    await close()
  })
}
for (const path of listDatabases(folder).filter((one) => !existsSync(one)))
  await place(path, (part) => cp(empty, part, { recursive: true, mode: 0 }))
