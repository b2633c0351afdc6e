import type {
  DatabaseShape,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server/database'
import * as schema from './schema.ts'

export type Queries = ServerQueries<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>
/** A transaction as the operator's account signs it, and what became of it. */
export type Submission = typeof schema.submissions.$inferSelect

/** The sponsor's database: transactions, nonces and budgets. */
export const sponsorDatabase: DatabaseShape<typeof schema> = {
  name: 'sponsor',
  schema,
  // The relative path is the same from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL',
}
