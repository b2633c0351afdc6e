import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'

/** Defines a column with an integer below 2⁵³. */
const whole = (name: string) => bigint(name, { mode: 'number' })
/** Defines a column with an amount in smallest units; 78 digits hold every uint256. */
const amount = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })

/** The progress of each chain, and the process that has its lease. */
export const historyChains = pgTable('history_chains', {
  /** CAIP-2. */
  chainId: text('chain_id').primaryKey(),
  /** First indexed block; null until the chain has answered once. */
  firstBlock: whole('first_block'),
  /** Timestamp of that block, in ms since 1970; null until it is indexed. */
  firstMinedAt: whole('first_mined_at'),
  nextBlock: whole('next_block').notNull().default(0),
  /** The chain's newest block when it was last seen. */
  headBlock: whole('head_block').notNull().default(0),
  /** When the chain was last seen, in ms since 1970. */
  seenAt: whole('seen_at').notNull().default(0),
  /** True if all indexed blocks include internal transfers. */
  hasInternalTransfers: boolean('has_internal_transfers').notNull().default(true),
  /** Id of the process that has the lease. */
  holder: text('holder'),
  /** End of the lease, in ms since 1970 by the database's clock. */
  heldUntil: whole('held_until').notNull().default(0),
})

/** Hashes of the newest blocks and of the first one, to detect reorganisations. */
export const historyBlocks = pgTable(
  'history_blocks',
  {
    chainId: text('chain_id').notNull(),
    block: whole('block').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.block] })],
)

/** All transactions of the indexed blocks. */
export const historyTransactions = pgTable(
  'history_transactions',
  {
    chainId: text('chain_id').notNull(),
    block: whole('block').notNull(),
    /** Index in the block. */
    place: integer('place').notNull(),
    hash: text('hash').notNull(),
    minedAt: whole('mined_at').notNull(),
    sender: text('sender').notNull(),
    receiver: text('receiver').notNull(),
    nonce: whole('nonce').notNull(),
    isConfirmed: boolean('is_confirmed').notNull(),
    /** The sender's request. */
    intent: text('intent').$type<'transfer' | 'call' | 'approve' | 'deploy'>().notNull(),
    /** Paid by the sender; null where it is not known. */
    fee: amount('fee'),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.block, table.place] })],
)

/** Transfers and approvals of these transactions. */
export const historyTransfers = pgTable(
  'history_transfers',
  {
    chainId: text('chain_id').notNull(),
    block: whole('block').notNull(),
    place: integer('place').notNull(),
    /** Counts the transfers of one transaction, in their order. */
    part: integer('part').notNull(),
    kind: text('kind').$type<'coin' | 'token' | 'nft' | 'approval'>().notNull(),
    /** CAIP-19 without its chain: `erc20:0x…`, `erc721:0x…/7`; `coin` for the native one. */
    asset: text('asset').notNull(),
    sender: text('sender').notNull(),
    receiver: text('receiver').notNull(),
    amount: amount('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.block, table.place, table.part] }),
    index('history_transfers_nft_sender').on(table.sender, table.chainId).where(sql`kind = 'nft'`),
    index('history_transfers_nft_receiver')
      .on(table.receiver, table.chainId)
      .where(sql`kind = 'nft'`),
  ],
)

/** The transactions of each account; the key's order is that of a history. */
export const historyEntries = pgTable(
  'history_entries',
  {
    account: text('account').notNull(),
    minedAt: whole('mined_at').notNull(),
    chainId: text('chain_id').notNull(),
    block: whole('block').notNull(),
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.account, table.minedAt, table.chainId, table.block, table.place],
    }),
    index('history_entries_block').on(table.chainId, table.block),
  ],
)

/** The accounts whose past, from before the first indexed block, is read in the background: the newest blocks first. */
export const historyBackfills = pgTable(
  'history_backfills',
  {
    chainId: text('chain_id').notNull(),
    account: text('account').notNull(),
    /** The chain's first indexed block. */
    startBlock: whole('start_block').notNull(),
    /** Blocks from this one on are read; 0 when all are. */
    nextBlock: whole('next_block').notNull(),
    /** Timestamp of that block, in ms since 1970. */
    reachedAt: whole('reached_at').notNull(),
    /** False if plain transfers of the native coin were not looked for. */
    hasCoins: boolean('has_coins').notNull().default(true),
    hasInternalTransfers: boolean('has_internal_transfers').notNull().default(true),
    /** Id of the process that reads it. */
    holder: text('holder'),
    /** End of its lease, in ms since 1970 by the database's clock. */
    heldUntil: whole('held_until').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account] })],
)

/** Name, symbol and decimals that tokens report. */
export const historyTokens = pgTable(
  'history_tokens',
  {
    chainId: text('chain_id').notNull(),
    address: text('address').notNull(),
    name: text('name'),
    symbol: text('symbol'),
    decimals: integer('decimals'),
    /** Reads in a row without one of the facts. */
    failures: integer('failures').notNull().default(0),
    /** When to read them again, in ms since 1970. */
    staleAt: whole('stale_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)
