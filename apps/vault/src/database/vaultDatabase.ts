import type {
  DatabaseShape,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server/database'
import * as schema from './schema.ts'

export type Queries = ServerQueries<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>

/** The vault's own database, to which no other server has access. */
export const vaultDatabase: DatabaseShape<typeof schema> = {
  name: 'vault',
  schema,
  // The relative path is the same from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL_B',
}
