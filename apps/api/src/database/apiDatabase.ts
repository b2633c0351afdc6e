import type {
  DatabaseShape,
  Database as ServerDatabase,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server'
import * as schema from './schema.ts'

export type Queries = ServerQueries<typeof schema>
export type Database = ServerDatabase<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>

/** Projects, wallets and events of the api. */
export const apiDatabase: DatabaseShape<typeof schema> = {
  name: 'api',
  schema,
  // The same number of folders up from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL',
}
