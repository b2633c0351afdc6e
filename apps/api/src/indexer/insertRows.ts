import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '../database/apiDatabase.ts'

const rowsAtOnce = 10_000

/**
 * Inserts many rows, as one JSON parameter per 10,000 rows. With a parameter per value, inserting would take as long as
 * reading the blocks.
 */
export async function insertRows<table extends PgTable>(
  queries: Pick<Queries, 'execute'>,
  table: table,
  rows: readonly table['$inferInsert'][],
  /** `keep`: rows with the same key stay as they are. */
  existing?: 'keep',
): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const list = (parts: readonly ReturnType<typeof sql>[]) => sql.join([...parts], sql`, `)
  const into = list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`))
  const from = list(columns.map(([key]) => sql`${sql.identifier(key)}`))
  const shape = list(
    columns.map(([key, one]) => sql`${sql.identifier(key)} ${sql.raw(one.getSQLType())}`),
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const text = JSON.stringify(rows.slice(at, at + rowsAtOnce), toJson)
    await queries.execute(
      sql`insert into ${table} (${into}) select ${from} from json_to_recordset(${text}::json) as rows(${shape})${existing === 'keep' ? sql` on conflict do nothing` : sql``}`,
    )
  }
}

/** Serializes rows; `bigint` as text, since JSON numbers are not exact. */
const toJson = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
