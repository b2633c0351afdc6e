import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Makes the table of rate limits' windows. `key` never contains an address in clear text. */
export const ratesTable = (name: string) =>
  pgTable(name, {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** ms since 1970. */
    until: bigint('until', { mode: 'number' }).notNull(),
  })
export type RatesTable = ReturnType<typeof ratesTable>
