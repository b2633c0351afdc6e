import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Values that may be used once only: proofs, nonces of service calls. Each server has one. */
export const usedTable = (name: string) =>
  pgTable(
    name,
    {
      key: text('key').primaryKey(),
      /** ms since 1970. */
      until: bigint('until', { mode: 'number' }).notNull(),
    },
    (table) => [index(`${name}_until`).on(table.until)],
  )
export type UsedTable = ReturnType<typeof usedTable>
