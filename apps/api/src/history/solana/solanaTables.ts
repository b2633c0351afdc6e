import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { SolanaDetails } from './parseDetails.ts'

/** Defines a column with an integer below 2⁵³. */
const whole = (name: string) => bigint(name, { mode: 'number' })

/** The Solana accounts whose history was asked for. */
export const solanaAccounts = pgTable(
  'solana_accounts',
  {
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    account: text('account').notNull(),
    /** When new signatures were last looked for, in ms since 1970. */
    checkedAt: whole('checked_at').notNull(),
    /** Time of the oldest block that the node keeps, in ms since 1970. */
    firstAt: whole('first_at').notNull(),
    /** Number of token accounts above the limit, which are not followed. */
    unfollowed: integer('unfollowed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account] })],
)

/**
 * The addresses whose signatures make up an account's history: its own, and its token accounts, since a transfer of
 * tokens does not name the receiver's account. Signatures are listed from the newest to the oldest.
 */
export const solanaSources = pgTable(
  'solana_sources',
  {
    chainId: text('chain_id').notNull(),
    account: text('account').notNull(),
    address: text('address').notNull(),
    /** Newest listed signature that is final; null before the first. */
    newest: text('newest'),
    /** Slot up to which signatures are listed. */
    slot: whole('slot').notNull(),
    /** Last listed signature, where listing goes on; null: from the newest. */
    before: text('before'),
    /** Its time, in ms since 1970: entries that are not newer may be missing. Null when all signatures are listed. */
    floorAt: whole('floor_at'),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account, table.address] })],
)

/** The listed transactions of each account; the key's order is that of a history. */
export const solanaEntries = pgTable(
  'solana_entries',
  {
    account: text('account').notNull(),
    /** Ms since 1970. */
    minedAt: whole('mined_at').notNull(),
    chainId: text('chain_id').notNull(),
    slot: whole('slot').notNull(),
    signature: text('signature').notNull(),
    /** False while the block can still be dropped. */
    isFinal: boolean('is_final').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.account, table.minedAt, table.chainId, table.slot, table.signature],
    }),
    index('solana_entries_not_final').on(table.account, table.chainId, table.isFinal),
    index('solana_entries_signature').on(table.chainId, table.signature),
  ],
)

/** The final transactions that were shown, for all their accounts. */
export const solanaTransactions = pgTable(
  'solana_transactions',
  {
    chainId: text('chain_id').notNull(),
    signature: text('signature').notNull(),
    details: jsonb('details').$type<SolanaDetails>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.signature] })],
)
