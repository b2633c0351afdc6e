import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { keepParsers } from './keepParsers.ts'
import { lockFolder } from './lockFolder.ts'

type Schema = Record<string, unknown>

/** Describes a server's database. */
export type DatabaseShape<schema extends Schema = Schema> = {
  /** Unique name of the database: `vault`. */
  readonly name: string
  /** All of its tables. */
  readonly schema: schema
  /** The folder written by drizzle-kit. */
  readonly migrations: URL
  /** The variable an operator sets to use a PostgreSQL server: `DATABASE_URL`. */
  readonly urlVariable: string
}

/** Drizzle queries, for either engine or a transaction. */
export type Queries<schema extends Schema = Schema> = PgDatabase<PgQueryResultHKT, schema>

/** Location of the rows: a PostgreSQL server, a data folder of the embedded engine, or memory. */
export type DatabaseLocation<schema extends Schema = Schema> =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `image` is a dump of a migrated embedded engine; starting from it is twice as fast. */
  | { readonly kind: 'memory'; readonly image?: Blob }
  /** Already open; closing it stays with the caller. */
  | { readonly kind: 'open'; readonly database: Database<schema> }

/** An open database, as returned by {@link openDatabase}. */
export type Database<schema extends Schema = Schema> = {
  readonly queries: Queries<schema>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Vacuums and checkpoints the embedded engine; does nothing for a PostgreSQL server, which does both by itself. */
  tend(): Promise<void>
  close(): Promise<void>
}

/** Picks the location from the environment: `url` if set, else the folder. */
export const locateDatabase = (url: string | undefined, folder: string) =>
  url === undefined
    ? ({ kind: 'folder', path: folder } as const)
    : ({ kind: 'postgres', url } as const)

/**
 * Opens a database and runs pending migrations.
 *
 * @throws when the server cannot be reached, or another process has the data folder open
 */
export async function openDatabase<schema extends Schema>(
  shape: DatabaseShape<schema>,
  location: DatabaseLocation<schema>,
): Promise<Database<schema>> {
  if (location.kind === 'open') return location.database
  return location.kind === 'postgres'
    ? openPostgres(shape, location.url)
    : openEmbedded(shape, location)
}

const ping = (queries: Pick<Queries, 'execute'>) => async () => {
  await queries.execute(sql`select 1`)
}

async function openPostgres<schema extends Schema>(
  { migrations, schema }: DatabaseShape<schema>,
  url: string,
): Promise<Database<schema>> {
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
  // Without a listener, the error of a dropped idle connection would end the process.
  pool.on('error', () => {})
  const queries = drizzle(pool, { schema })
  try {
    await migrate(queries, { migrationsFolder: fileURLToPath(migrations) })
  } catch (error) {
    await pool.end()
    throw error
  }
  return { queries, ping: ping(queries), tend: async () => {}, close: () => pool.end() }
}

async function openEmbedded<schema extends Schema>(
  { migrations, schema, urlVariable }: DatabaseShape<schema>,
  location: Extract<DatabaseLocation<schema>, { kind: 'folder' | 'memory' }>,
): Promise<Database<schema>> {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  let unlock: (() => Promise<void>) | undefined
  if (location.kind === 'folder') {
    await mkdir(location.path, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(location.path, { urlVariable })
  }
  const engine = keepParsers(
    location.kind === 'folder'
      ? new PGlite(location.path)
      : new PGlite(location.image ? { loadDataDir: location.image } : {}),
  )
  const queries = drizzle(engine, { schema })
  const close = async () => {
    if (!engine.closed) await engine.close()
    await unlock?.()
  }
  try {
    await engine.waitReady
    await migrate(queries, { migrationsFolder: fileURLToPath(migrations) })
  } catch (error) {
    await close()
    throw error
  }
  const tend = async () => {
    // Run separately: neither statement is allowed in a transaction.
    await engine.exec('vacuum')
    await engine.exec('checkpoint')
  }
  return { queries, ping: ping(queries), tend, close }
}
