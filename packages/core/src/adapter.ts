import type { ChainId, Namespace, TokenBalance } from '@foyer/protocol'
import type { Connector, Provider } from './connector/connector.ts'
import type { Network } from './network/network.ts'

/** JSON-RPC to one network, with the retries and the timeout of ledger 9.7. */
export type Rpc = (call: { method: string; params?: unknown }) => Promise<unknown>

/** A token that a site adds to what the api knows. @source spec section 3 "Options: tokens" */
export type TokenOption = {
  readonly address: string
  /** https or data URI. */
  readonly image?: string | undefined
}

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

/** What became of a transaction. */
export type TransactionReceipt = {
  readonly hash: string
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
}

/**
 * What Foyer needs of a chain family. A value, no base class, no state of its own; a missing method means that this
 * chain family can not do it, and what stands on it is not shown.
 */
export type Adapter = {
  readonly namespace: Namespace
  /**
   * Reports the wallets of this browser, now and as they appear. What `onConnector` gives back takes a wallet off the
   * list again, for one that says that it is gone; EIP-6963 has no word for that.
   *
   * @returns A stop function.
   */
  discover?(onConnector: (connector: Connector) => () => void): Promise<() => void>
  /** Whether `text` has the shape of an address here; a checksum is not looked at. */
  isAddress(text: string): boolean
  /** Whether `text` is an address here, its checksum right. */
  verifyAddress(text: string): Promise<boolean>
  /** The native balance in smallest units. */
  getBalance?(parameters: { address: string; rpc: Rpc }): Promise<bigint>
  /** The tokens of `tokens` that this account holds, without prices. Used where no api is configured. */
  getTokenBalances?(parameters: {
    address: string
    network: Network
    rpc: Rpc
    tokens: readonly TokenOption[]
  }): Promise<TokenBalance[]>
  /**
   * Asks the wallet to go to `network`; adds it first where the wallet does not know it. None: the wallets of this
   * chain family are on no network, each request names its own.
   */
  switchNetwork?(parameters: { network: Network; provider: Provider }): Promise<void>
  addNetwork?(parameters: { network: Network; provider: Provider }): Promise<void>
  /** @returns The signature as the chain family writes it. */
  signMessage?(parameters: {
    address: string
    chainId: ChainId
    message: string
    provider: Provider
  }): Promise<string>
  signTypedData?(parameters: {
    address: string
    chainId: ChainId
    provider: Provider
    typedData: TypedData
  }): Promise<string>
  /** Signs without sending. @returns The signed transactions, as the chain family writes them in text. */
  signTransactions?(parameters: {
    address: string
    network: Network
    provider: Provider
    transactions: readonly Transaction[]
  }): Promise<string[]>
  /** @returns The transaction id. */
  sendTransaction?(parameters: {
    address: string
    network: Network
    provider: Provider
    /** For a wallet that only signs: what it signed is sent here. */
    rpc: Rpc
    transaction: Transaction
  }): Promise<string>
  /**
   * Sends coins, or the token at `token`.
   *
   * @param parameters.amount - In the smallest unit, above 0.
   * @returns The transaction id.
   */
  send?(parameters: {
    address: string
    amount: bigint
    network: Network
    provider: Provider
    rpc: Rpc
    to: string
    token?: string | undefined
  }): Promise<string>
  /** Resolves when the transaction is in a block; rejects on abort. */
  waitForTransaction?(parameters: {
    hash: string
    rpc: Rpc
    signal: AbortSignal
  }): Promise<TransactionReceipt>
}
