import type {
  DatabaseShape,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server'
import * as schema from './schema.ts'

export type Queries = ServerQueries<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>

/** The vault's own database: no other process of the operator has its address. */
export const vaultDatabase: DatabaseShape<typeof schema> = {
  name: 'vault',
  schema,
  // The same number of folders up from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL_B',
}
