import type { OnrampStatus } from '@foyer/protocol/api'
import { usedTable } from '@foyer/server/database'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { projects } from '../database/schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Purchases that pages have opened; deleted after the retention time. */
export const onrampOrders = pgTable(
  'onramp_orders',
  {
    /** Random: whoever has it may read the state. */
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** The provider's own id, if it has one. */
    reference: text('reference'),
    address: text('address').notNull(),
    /** CAIP-2. */
    network: text('network').notNull(),
    status: text('status').$type<OnrampStatus>().notNull(),
    hash: text('hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('onramp_orders_reference').on(table.provider, table.reference),
    index('onramp_orders_created_at').on(table.createdAt),
    // EVM addresses are compared without their checksum.
    index('onramp_orders_address').on(sql`lower(${table.address})`),
  ],
)

/** Events of webhooks that were applied, until they are too old to be accepted. */
export const onrampEvents = usedTable('onramp_events')
