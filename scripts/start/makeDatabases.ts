/**
 * `makeDatabases.ts <folder>`: makes the missing data folders of the servers, in a short-lived process.
 *
 * The embedded engine needs seconds and most of a gigabyte to make one; three at once would take half of the first start. So it
 * makes one empty folder and copies it, and each server then creates its own tables in its copy.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '@foyer/server/database'
import { listDatabases } from './databases.ts'

const [folder = ''] = process.argv.slice(2)
const server = JSON.parse(
  await readFile(join(import.meta.dirname, '../../packages/server/package.json'), 'utf8'),
) as { dependencies: Record<string, string> }
/** Made by this engine; another version may need another one. */
const empty = join(folder, `cache/database-${server.dependencies['@electric-sql/pglite']}`)
const noMigrations = join(folder, 'cache/no-migrations')

/** Complete or missing: it is made in a temporary folder and renamed. */
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
