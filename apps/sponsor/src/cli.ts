import { openDatabase } from '@foyer/server/database'
import { readConfig } from './config.ts'
import { sponsorDatabase } from './database/sponsorDatabase.ts'
import { report } from './report.ts'

const [command, day] = process.argv.slice(2)
try {
  if (command !== 'report')
    throw new Error('report [2026-11-23] prints what was paid on a day, and what is under way.')
  const { database: location = { kind: 'memory' } } = await readConfig(process.env)
  const database = await openDatabase(sponsorDatabase, location)
  try {
    console.log(await report(database.queries, day))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
