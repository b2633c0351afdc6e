import type * as server from '@foyer/server/database'
import type { DatabaseShape } from '@foyer/server/database'
import * as schema from './schema.ts'

/** The login server's tables. */
export const shape: DatabaseShape<typeof schema> = {
  name: 'login',
  schema,
  // The same number of folders up from `src` and from `dist`.
  migrations: new URL('../../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL_A',
}

/** The queries that both engines understand. */
export type Queries = server.Queries<typeof schema>
export type Location = server.DatabaseLocation<typeof schema>
