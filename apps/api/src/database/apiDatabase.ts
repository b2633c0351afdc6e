import type {
  DatabaseShape,
  Database as ServerDatabase,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server'
import * as historyTables from '../indexer/historyTables.ts'
import * as ownTables from './schema.ts'

const schema = { ...ownTables, ...historyTables }

export type Queries = ServerQueries<typeof schema>
export type Database = ServerDatabase<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>

/** Projects, wallets, events and history of the api. */
export const apiDatabase: DatabaseShape<typeof schema> = {
  name: 'api',
  schema,
  // The same number of folders up from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL',
}
