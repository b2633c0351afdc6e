import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counters of fixed windows; `key` holds no address in clear. Each server has one, under its own name. */
export const ratesTable = (name: string) =>
  pgTable(name, {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** ms since 1970. */
    until: bigint('until', { mode: 'number' }).notNull(),
  })
export type RatesTable = ReturnType<typeof ratesTable>
