import type { ChainId, Namespace } from '@foyer/protocol'
import type { Nft, SwapCall, TokenBalance } from '@foyer/protocol/api'
import type { Calls } from './calls/calls.ts'
import type { Connector, Provider } from './connector/connector.ts'
import type { Rpc } from './http/rpc.ts'
import type { Network } from './network/network.ts'
import type { Transfers } from './send/transfers.ts'
import type { SwapStep } from './swap/swapStep.ts'
import type { Transaction, TransactionReceipt, TypedData } from './transaction.ts'

/** A token that the site lists in addition to those of the api. @source spec section 3 "Options: tokens" */
export type TokenOption = {
  /** Address of the token's contract, or of its mint. */
  readonly address: string
  /** https or data URI. */
  readonly image?: string | undefined
}

/**
 * The contract of a namespace's adapter: a value without base class or own state. A missing method means that the
 * namespace does not support it, and the screens that need it are hidden.
 */
export type Adapter = {
  readonly namespace: Namespace
  /** An api can read the history of its networks. @default false */
  readonly hasHistory?: boolean | undefined
  /**
   * Reports the wallets of this browser, now and as they appear. `onConnector` returns a function that removes the
   * wallet from the list again.
   *
   * @returns A stop function.
   */
  discover?(onConnector: (connector: Connector) => () => void): Promise<() => void>
  /** True if `text` has the shape of an address of this namespace; checksums are not verified. */
  isAddress(text: string): boolean
  /** True if `text` is an address of this namespace with a valid checksum. */
  verifyAddress(text: string): Promise<boolean>
  /** The native balance in smallest units. */
  getBalance?(parameters: { address: string; rpc: Rpc }): Promise<bigint>
  /** Returns the tokens of `tokens` that this account owns, without prices. Used when no api is configured. */
  getTokenBalances?(parameters: {
    address: string
    network: Network
    rpc: Rpc
    tokens: readonly TokenOption[]
  }): Promise<TokenBalance[]>
  /**
   * Asks the wallet to switch to `network`, and adds the network first if the wallet does not have it. Omit it if
   * wallets of the namespace have no active network, because each request names its own.
   */
  switchNetwork?(parameters: { network: Network; provider: Provider }): Promise<void>
  /** Asks the wallet to add `network`. */
  addNetwork?(parameters: { network: Network; provider: Provider }): Promise<void>
  /** Asks the wallet to sign a text. @returns The signature, encoded as usual in the namespace. */
  signMessage?(parameters: {
    address: string
    chainId: ChainId
    message: string
    provider: Provider
  }): Promise<string>
  /** Asks the wallet to sign structured data. @returns The signature, encoded as usual in the namespace. */
  signTypedData?(parameters: {
    address: string
    chainId: ChainId
    provider: Provider
    typedData: TypedData
  }): Promise<string>
  /** Signs without sending. @returns The signed transactions, encoded as usual in the namespace. */
  signTransactions?(parameters: {
    address: string
    network: Network
    provider: Provider
    transactions: readonly Transaction[]
  }): Promise<string[]>
  /** Asks the wallet to sign and send a transaction. @returns The transaction id. */
  sendTransaction?(parameters: {
    address: string
    network: Network
    provider: Provider
    /** Broadcasts the transaction of a wallet that can only sign. */
    rpc: Rpc
    transaction: Transaction
  }): Promise<string>
  /**
   * Sends coins, or the token at `token`.
   *
   * @param parameters.amount - In the smallest unit, above 0.
   * @param parameters.reference - 64 hex digits, written into the transaction: see {@link Payments}. @default none
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
    reference?: string | undefined
  }): Promise<string>
  /**
   * Sends an NFT. An adapter without it has no NFTs: none are listed.
   *
   * @param parameters.amount - Units, above 0.
   * @returns The transaction id.
   */
  sendNft?(parameters: {
    address: string
    amount: bigint
    contract: string
    network: Network
    provider: Provider
    rpc: Rpc
    standard: Nft['standard']
    to: string
    tokenId: bigint
  }): Promise<string>
  /**
   * Turns a call that an api built for a swap into a transaction, if it does what the user agreed to and no more. Fees
   * are left to the wallet. Without it and `readSwapTransaction`, the namespace has no swaps.
   *
   * @throws FoyerError `transaction-rejected`; `details` says what differs
   */
  readSwapCall?(parameters: {
    address: string
    call: SwapCall
    chainId: ChainId
    step: SwapStep
  }): Promise<Transaction>
  /** Loads what batches and permits need. */
  calls?(): Promise<Calls>
  /**
   * The same for a whole transaction that an api built for a swap (base64): the account is its only signer and pays its
   * fee, and it gives no tokens or rights away directly.
   *
   * @throws FoyerError `transaction-rejected`; `details` says what differs
   */
  readSwapTransaction?(parameters: {
    address: string
    step: SwapStep
    transaction: string
  }): Promise<Transaction>
  /** Loads what screens for transfers need besides `send`. */
  transfers?(): Promise<Transfers>
  /** Resolves when the transaction is in a block; rejects on abort. */
  waitForTransaction?(parameters: {
    hash: string
    rpc: Rpc
    signal: AbortSignal
  }): Promise<TransactionReceipt>
}
