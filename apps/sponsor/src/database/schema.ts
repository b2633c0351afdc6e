import { ratesTable } from '@foyer/server/database'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SignedAuthorization } from 'viem'

const wei = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })
/** ms since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' })

/** The operator's accounts that pay, by chain. A row is locked while a nonce is given away. */
export const senders = pgTable(
  'senders',
  {
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    address: text('address').$type<`0x${string}`>().notNull(),
    nextNonce: bigint('next_nonce', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)

/** Every transaction, written before it is sent: after a kill the same bytes are sent again, never another transaction. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    /** Makes a repeated request harmless. */
    key: text('key').notNull().unique(),
    kind: text('kind', { enum: ['calls', 'payment'] }).notNull(),
    state: text('state', { enum: ['accepted', 'sent', 'mined', 'failed'] }).notNull(),
    reason: text('reason'),
    chainId: text('chain_id').notNull(),
    sender: text('sender').$type<`0x${string}`>().notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    /** The caller, as a hash. Transactions that fail count against it. */
    owner: text('owner').notNull(),
    to: text('to').$type<`0x${string}`>().notNull(),
    data: text('data').$type<`0x${string}`>().notNull(),
    gas: bigint('gas', { mode: 'bigint' }).notNull(),
    authorization: jsonb('authorization').$type<SignedAuthorization>(),
    /** `executionNonce` of the account before it: a transaction of the chain may succeed without an effect. */
    executionNonce: wei('execution_nonce'),
    maxFeePerGas: wei('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: wei('max_priority_fee_per_gas').notNull(),
    /** All signed forms, oldest first: the same nonce with rising fees. */
    raws: jsonb('raws').$type<`0x${string}`[]>().notNull(),
    hashes: jsonb('hashes').$type<`0x${string}`[]>().notNull(),
    /** Hash of the one in a block. */
    minedHash: text('mined_hash').$type<`0x${string}`>(),
    /** Keys of `spending` that it is counted in, on this day. */
    budgets: jsonb('budgets').$type<string[]>().notNull(),
    day: text('day').notNull(),
    /** The part of `reserved` for data on the parent chain of a rollup, in wei. */
    dataFee: wei('data_fee').notNull().default(sql`0`),
    /** Most that it can cost, in wei. */
    reserved: wei('reserved').notNull(),
    /** Its cost, in wei. */
    cost: wei('cost'),
    /** The caller's own key of a payment: only with it the answer is given again. */
    claim: text('claim'),
    acceptedAt: moment('accepted_at').notNull(),
    sentAt: moment('sent_at'),
    /** Since when nodes refuse it; null once one has taken it. */
    refusedAt: moment('refused_at'),
    /** Since when its nonce is used for an empty transfer instead. */
    cancelledAt: moment('cancelled_at'),
    /** A block in which it was not made yet. Someone else may make it from then on. */
    fromBlock: bigint('from_block', { mode: 'number' }),
    endedAt: moment('ended_at'),
    /** The block that used its nonce. */
    endedBlock: bigint('ended_block', { mode: 'number' }),
  },
  (table) => [
    unique().on(table.chainId, table.sender, table.nonce),
    index('submissions_state').on(table.chainId, table.state),
    index('submissions_owner').on(table.owner, table.state, table.endedBlock),
    index('submissions_ended').on(table.endedAt),
  ],
)

/** Promises to pay for an operation (ERC-4337), each until it expires. The EntryPoint's events say which were used. */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').primaryKey(),
    /** Hash of everything that is paid for: the same operation gets the same promise again. */
    fields: text('fields').notNull(),
    state: text('state', { enum: ['promised', 'paid', 'expired'] }).notNull(),
    chainId: text('chain_id').notNull(),
    sender: text('sender').$type<`0x${string}`>().notNull(),
    nonce: wei('nonce').notNull(),
    /** The caller, as a hash. */
    owner: text('owner').notNull(),
    /** Seconds since 1970. */
    validUntil: moment('valid_until').notNull(),
    /** It is in no block before this one. */
    fromBlock: bigint('from_block', { mode: 'number' }).notNull(),
    /** Keys of `spending` that it is counted in, on this day. */
    budgets: jsonb('budgets').$type<string[]>().notNull(),
    day: text('day').notNull(),
    /** Most that it can cost, in wei. */
    reserved: wei('reserved').notNull(),
    /** Gas paid from the deposit in the EntryPoint, in wei. */
    cost: wei('cost'),
    /** The calls took effect. */
    succeeded: boolean('succeeded'),
    operationHash: text('operation_hash').$type<`0x${string}`>(),
    transactionHash: text('transaction_hash').$type<`0x${string}`>(),
    acceptedAt: moment('accepted_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('operations_fields').on(table.fields),
    index('operations_state').on(table.chainId, table.state),
    index('operations_ended').on(table.endedAt),
  ],
)

/** Spending of each budget on a day (UTC): costs, and for transactions under way the most that they can cost. */
export const spending = pgTable(
  'spending',
  {
    key: text('key').notNull(),
    /** `2026-11-23`. */
    day: text('day').notNull(),
    wei: wei('wei').notNull(),
    isAlarmed: boolean('is_alarmed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.key, table.day] })],
)

/** Rate limits. */
export const rates = ratesTable('rates')
