import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The kind of a transaction, from the account's point of view. */
export const operationTypes = [
  'approve',
  'bought',
  'borrow',
  'burn',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'send',
  'sell',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const
export type OperationType = (typeof operationTypes)[number]

/** Coins or tokens; absent where a single thing (`nft_info`) moved. */
const fungibleInfo = v.object({
  name: v.string(),
  symbol: v.string(),
  icon: v.object({ url: v.string() }),
})

const nftInfo = v.object({
  name: v.string(),
  content: v.optional(v.object({ preview: v.object({ url: v.string() }) })),
  flags: v.object({ is_spam: v.boolean() }),
})

const asset = {
  fungible_info: v.optional(fungibleInfo),
  nft_info: v.optional(nftInfo),
  /** CAIP-10 of the token; absent for the native coin. */
  address: v.optional(v.string()),
}

const quantity = v.object({
  /** Token units as a plain decimal: `1.5`. */
  numeric: v.string(),
})

/** An amount that moved to or from the account. */
export const historyTransfer = v.object({
  ...asset,
  direction: v.picklist(['in', 'out', 'self']),
  /** The address on the other side. For tokens it is neither `sentFrom` nor `sentTo`. */
  counterparty: v.optional(v.string()),
  quantity,
  /** Price × quantity at that time. Absent when it is not known. */
  value: v.optional(v.number()),
  price: v.optional(v.number()),
})
export type HistoryTransfer = v.InferOutput<typeof historyTransfer>

/** One transaction as an account sees it. @source spec 7.31 */
export const historyTransaction = v.object({
  /** `eip155:1:tx/0x…`, the same in every answer. */
  id: v.string(),
  metadata: v.object({
    operationType: v.picklist(operationTypes),
    hash: v.string(),
    /** ISO 8601. */
    minedAt: v.string(),
    sentFrom: v.string(),
    /** The receiver, the called contract, or the contract that was deployed. */
    sentTo: v.string(),
    status: v.picklist(['confirmed', 'failed']),
    /** Absent on Solana, whose accounts do not count their transactions, and where a hosted source does not tell it. */
    nonce: v.optional(v.number()),
    /** Paid by the account for the transaction, in the native coin. Absent when another one paid, or it is not known. */
    fee: v.optional(quantity),
    /** CAIP-2. */
    chain: v.string(),
    application: v.optional(v.object({ name: v.string(), iconUrl: v.string() })),
  }),
  /** At most 100 of one transaction. */
  transfers: v.array(historyTransfer),
  /** Allowances that the account gave; `all` instead of a quantity for a whole collection. */
  approvals: v.array(
    v.object({
      ...asset,
      spender: v.string(),
      quantity: v.union([quantity, v.object({ all: v.boolean() })]),
    }),
  ),
})
export type HistoryTransaction = v.InferOutput<typeof historyTransaction>

/** The limits of a history, so that a part is not taken for the whole. */
export const historyCoverage = v.object({
  /** ISO 8601: what happened before this moment is not known, or not all of it (see `unseen`). */
  from: v.string(),
  /** True if coins sent by contracts are included: only nodes with traces report them. */
  internalTransfers: v.boolean(),
  /** Share of the past that was read so far, 0 to 1; absent when no more will be read. */
  backfill: v.optional(v.number()),
  /**
   * Further gaps: `token-accounts`, more than are followed; `past-coins`, plain transfers of the native coin before
   * the api began to read the blocks; `approvals` and `failed` transactions, which a hosted source does not tell;
   * `compressed`, NFTs that the node does not list. More kinds may follow.
   */
  unseen: v.optional(v.array(v.string())),
})
export type HistoryCoverage = v.InferOutput<typeof historyCoverage>

/** The transactions of an account, newest first, 50 a page. @source spec 7.31 */
export const getHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/history',
  summary: 'Transactions of an account, newest first.',
  query: v.object({
    /** CAIP-2; every chain of the address’s kind when left out, merged by time. */
    chainId: v.optional(v.string()),
    /** `next` of the page before. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(512))),
    /** Name of a seller: only the purchases from it that pages of the project opened, once they have arrived. */
    onramp: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  response: v.object({
    data: v.array(historyTransaction),
    /** The cursor of the next page; null on the last one. */
    next: v.nullable(v.string()),
    coverage: historyCoverage,
  }),
})
