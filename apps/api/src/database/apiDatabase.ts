import type {
  DatabaseShape,
  Database as ServerDatabase,
  DatabaseLocation as ServerLocation,
  Queries as ServerQueries,
} from '@foyer/server/database'
import * as solanaTables from '../history/solana/solanaTables.ts'
import * as historyTables from '../indexer/historyTables.ts'
import * as nameTables from '../names/nameTables.ts'
import * as nftTables from '../nfts/nftTables.ts'
import * as onrampTables from '../onramp/onrampTables.ts'
import * as ownTables from './schema.ts'

const schema = {
  ...ownTables,
  ...historyTables,
  ...nameTables,
  ...nftTables,
  ...onrampTables,
  ...solanaTables,
}

export type Queries = ServerQueries<typeof schema>
export type Database = ServerDatabase<typeof schema>
export type DatabaseLocation = ServerLocation<typeof schema>

/** The api's database: projects, wallets, events, history and purchases. */
export const apiDatabase: DatabaseShape<typeof schema> = {
  name: 'api',
  schema,
  // The relative path is the same from `src` and from `dist`.
  migrations: new URL('../../migrations/', import.meta.url),
  urlVariable: 'DATABASE_URL',
}
