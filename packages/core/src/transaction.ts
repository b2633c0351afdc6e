/** Structured data to sign. @source https://eips.ethereum.org/EIPS/eip-712 */
export type TypedData = {
  readonly domain?: Readonly<Record<string, unknown>> | undefined
  readonly types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** Transactions by namespace: each adapter adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: adapters add to it
export interface Transactions {}

export type Transaction = Transactions[keyof Transactions]

/** Outcome of a transaction. */
export type TransactionReceipt = {
  readonly hash: string
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
}
