/**
 * `makeDatabase.ts <folder>`: makes the empty data folder that the servers' own are copied from, in a short-lived process. It comes
 * ready with a package of the engine, since making one takes seconds and a gigabyte.
 */
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { placeFolder } from './placeFolder.ts'

const [empty = ''] = process.argv.slice(2)
await placeFolder(empty, async (path) => {
  const engine = new PGlite(path, { loadDataDir: await dataDir() })
  await engine.waitReady
  await engine.close()
})
