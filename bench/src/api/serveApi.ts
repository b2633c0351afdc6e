import { apiDatabase, limits, start } from '@foyer/api'
import { openDatabase } from '@foyer/server/database'
import { seedHistory } from './seedHistory.ts'

/** `serveApi.ts <options>`: an api in a process of its own, with no limit that a load could reach. */
const { location, ...options } = JSON.parse(process.argv[2] ?? '{}')
const database = await openDatabase(apiDatabase, location)
await seedHistory(database)
await database.close()
const counts = Object.entries(limits).filter(([, { unit }]) => ['calls', 'quotes'].includes(unit))
const api = await start({
  ...options,
  port: 0,
  database: location,
  indexer: false,
  logLevel: 'silent',
  limits: Object.fromEntries(
    counts.map(([name, limit]) => [name, 'max' in limit ? limit.max : 1_000_000]),
  ),
})
console.log(`on ${api.url}`)
