import { bigserial, pgTable, text } from 'drizzle-orm/pg-core'

/** Append-only table; `event` is the exact text that `h` is computed over. Each server has one. */
export const auditTable = (name: string) =>
  pgTable(name, {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    previous: text('prev_h').notNull(),
    h: text('h').notNull(),
    event: text('event').notNull(),
  })
export type AuditTable = ReturnType<typeof auditTable>
