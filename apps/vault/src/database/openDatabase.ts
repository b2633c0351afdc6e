import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { lockFolder } from './lockFolder.ts'
import * as schema from './schema.ts'

/** The queries that both engines understand. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

/** Where rows live: a PostgreSQL server, a data folder of the embedded engine, or memory. */
export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `image` is a dump of the embedded engine to begin with: twice as fast as an empty one. */
  | { readonly kind: 'memory'; readonly image?: Blob }
  /** Open already; whoever got it closes it. */
  | { readonly kind: 'open'; readonly database: Database }

/** What {@link openDatabase} gives. */
export type Database = {
  readonly queries: Queries
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

// The same number of folders up from `src` and from `dist`.
const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws when the server cannot be reached, or another process has the data folder open
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'open') return location.database
  return location.kind === 'postgres' ? openPostgres(location.url) : openEmbedded(location)
}

async function openPostgres(url: string): Promise<Database> {
  const [{ Pool }, { drizzle }, { migrate }] = await Promise.all([
    import('pg').then((module) => module.default),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const pool = new Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
  })
  // An idle connection that the server drops must not end the process: the next query opens another.
  pool.on('error', () => {})
  const queries = drizzle(pool, { schema })
  try {
    await migrate(queries, { migrationsFolder })
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    queries,
    async ping() {
      await queries.execute(sql`select 1`)
    },
    close: () => pool.end(),
  }
}

async function openEmbedded(
  location: Extract<DatabaseLocation, { kind: 'folder' | 'memory' }>,
): Promise<Database> {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  let unlock: (() => Promise<void>) | undefined
  if (location.kind === 'folder') {
    await mkdir(location.path, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(location.path)
  }
  const engine =
    location.kind === 'folder'
      ? new PGlite(location.path)
      : new PGlite(location.image ? { loadDataDir: location.image } : {})
  const queries = drizzle(engine, { schema })
  const close = async () => {
    if (!engine.closed) await engine.close()
    await unlock?.()
  }
  try {
    await engine.waitReady
    await migrate(queries, { migrationsFolder })
  } catch (error) {
    await close()
    throw error
  }
  return {
    queries,
    async ping() {
      await queries.execute(sql`select 1`)
    },
    close,
  }
}
