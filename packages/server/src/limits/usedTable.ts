import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Makes the table of values that can be used once: DPoP proofs, nonces of service calls. */
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
