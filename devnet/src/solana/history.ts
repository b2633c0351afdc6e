import type { Address } from '@solana/kit'
import type { TokenBalance } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'

/** Number of stored transactions; the oldest are dropped first. */
export const historyLimit = 5_000

/** An instruction called by a program. */
export type InnerInstruction = {
  programIdIndex: number
  accounts: number[]
  /** Base58. */
  data: string
  stackHeight: number
}

/** A transaction in a block, successful or not. */
export type LandedTransaction = {
  readonly signature: string
  readonly slot: number
  /** Its index in the block. */
  readonly index: number
  /** Seconds since 1970. */
  readonly blockTime: number
  /** Base64. */
  readonly wire: string
  /** The accounts of its message, then those from lookup tables: writable ones, then the others. */
  readonly accounts: readonly Address[]
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  readonly error: TransactionError | null
  /** In lamports. */
  readonly fee: string
  /** By account, in lamports. */
  readonly preBalances: readonly string[]
  readonly postBalances: readonly string[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  readonly logs: readonly string[]
  readonly innerInstructions: readonly { index: number; instructions: InnerInstruction[] }[]
  readonly computeUnits: number
  readonly returnData: { programId: Address; data: [string, 'base64'] } | null
  readonly memo: string | null
}

/** The transactions of a chain, newest last. */
export type History = {
  add: (transaction: LandedTransaction) => void
  get: (signature: string) => LandedTransaction | undefined
  /** The newest first. */
  ofAddress: (address: string) => readonly LandedTransaction[]
  ofSlot: (slot: bigint) => readonly LandedTransaction[]
  list: () => readonly LandedTransaction[]
  /** The total number of transactions. */
  count: () => number
}

export function createHistory({
  count: start = 0,
  limit = historyLimit,
  transactions = [],
}: {
  count?: number
  limit?: number
  transactions?: readonly LandedTransaction[]
} = {}): History {
  const bySignature = new Map<string, LandedTransaction>()
  const byAddress = new Map<string, LandedTransaction[]>()
  const bySlot = new Map<number, LandedTransaction[]>()
  let count = start

  const drop = <Key>(lists: Map<Key, LandedTransaction[]>, key: Key) => {
    const list = lists.get(key)
    // All lists have the same order, so the dropped entry is the first of each.
    list?.shift()
    if (list?.length === 0) lists.delete(key)
  }
  const push = <Key>(
    lists: Map<Key, LandedTransaction[]>,
    key: Key,
    transaction: LandedTransaction,
  ) => {
    const list = lists.get(key)
    if (list) list.push(transaction)
    else lists.set(key, [transaction])
  }
  const index = (transaction: LandedTransaction) => {
    bySignature.set(transaction.signature, transaction)
    for (const address of new Set(transaction.accounts)) push(byAddress, address, transaction)
    push(bySlot, transaction.slot, transaction)
    const [oldest] = bySignature.values()
    if (bySignature.size <= limit || !oldest) return
    bySignature.delete(oldest.signature)
    for (const address of new Set(oldest.accounts)) drop(byAddress, address)
    drop(bySlot, oldest.slot)
  }
  for (const transaction of transactions) index(transaction)
  return {
    add(transaction) {
      count += 1
      index(transaction)
    },
    get: (signature) => bySignature.get(signature),
    ofAddress: (address) => [...(byAddress.get(address) ?? [])].reverse(),
    ofSlot: (slot) => bySlot.get(Number(slot)) ?? [],
    list: () => [...bySignature.values()],
    count: () => count,
  }
}
