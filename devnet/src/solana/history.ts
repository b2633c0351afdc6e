import type { Address } from '@solana/kit'
import type { TokenBalance } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'

/** How many transactions are remembered; the oldest are forgotten first. */
export const historyLimit = 5_000

/** An instruction that a program called. */
export type InnerInstruction = {
  programIdIndex: number
  accounts: number[]
  /** Base58. */
  data: string
  stackHeight: number
}

/** A transaction that is in a block, whether it did what it should or not. */
export type LandedTransaction = {
  readonly signature: string
  readonly slot: number
  /** Its place in the block. */
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

/** The transactions of a chain, the newest last. */
export type History = {
  add: (transaction: LandedTransaction) => void
  get: (signature: string) => LandedTransaction | undefined
  /** The newest first. */
  ofAddress: (address: string) => readonly LandedTransaction[]
  ofSlot: (slot: bigint) => readonly LandedTransaction[]
  list: () => readonly LandedTransaction[]
  /** How many there ever were. */
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
    // All lists have one order: what is forgotten stands first in each.
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
