import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Names that this server registered, each with one address. */
export const accountNames = pgTable(
  'account_names',
  {
    /** With its suffix, in lower case. */
    name: text('name').primaryKey(),
    /** Coin type of SLIP-44; every EVM chain counts as 60. */
    coinType: text('coin_type').notNull(),
    /** Canonical form. */
    address: text('address').notNull(),
    attributes: jsonb('attributes').$type<Record<string, string>>().notNull(),
    registeredAt: moment('registered_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Timestamp of the newest signed message, so that an older one can not undo it. */
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [index('account_names_of_address').on(table.address)],
)
