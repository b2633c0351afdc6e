import type { ChainId, Namespace } from '@foyer/protocol'
import type { Nft, SwapCall, SwapPermit, SwapPermit2, TokenBalance } from '@foyer/protocol/api'
import type { Connector, Provider, Scope } from './connector/connector.ts'
import type { Network } from './network/network.ts'
import type { Permissions } from './permissions/permission.ts'

/** JSON-RPC to one network, with the retries and the timeout of ledger 9.7. */
export type Rpc = (call: { method: string; params?: unknown }) => Promise<unknown>

/** A token that the site lists in addition to those of the api. @source spec section 3 "Options: tokens" */
export type TokenOption = {
  /** Address of the token's contract, or of its mint. */
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

/** The permitted effect of a call of a swap: it lets `spender` spend exactly `amount` of the token, or spends exactly that. */
export type SwapStep = {
  /** CAIP-10 of the token. */
  readonly token: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** Absent: the call is the swap itself. */
  readonly spender?: string | undefined
  /** The only contract that the swap may call: it was given an allowance. @default any */
  readonly target?: string | undefined
}

/** Capabilities that a site asks for with its calls, by name; the wallet refuses those it does not know, unless optional. */
export type CallCapabilities = Readonly<
  Record<string, { readonly optional?: boolean | undefined; readonly [key: string]: unknown }>
>

/** What a wallet can do with calls on one network. @source https://eips.ethereum.org/EIPS/eip-5792 */
export type WalletCapabilities = {
  /** `supported`: all or none of several calls happen; `ready`: so once the user has upgraded the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** A service of the site may pay the fee (ERC-7677). */
  readonly paymasterService: boolean
  /** Everything that the wallet named, unchecked. */
  readonly named: Readonly<Record<string, unknown>>
}

/** What a wallet reports about calls that it has sent. */
export type WalletCallsStatus = {
  readonly chainId: ChainId
  /** `failure`: nothing happened; `partial`: only some of the calls did. */
  readonly status: 'pending' | 'success' | 'failure' | 'partial'
  /** All calls are in one transaction. */
  readonly isAtomic: boolean
  /** In order; one for all calls if they are atomic. */
  readonly receipts: readonly TransactionReceipt[]
}

/** What a wallet may do with several calls besides sending one after the other; it loads on first use. */
export type Calls = {
  /** Asks the wallet what it can do, by network; undefined if it does not say, as wallets without batches. */
  getCapabilities(parameters: {
    address: string
    chainIds: readonly ChainId[]
    provider: Provider
  }): Promise<Readonly<Record<ChainId, WalletCapabilities>> | undefined>
  /** True if the wallet can be asked to send several calls with one request. */
  isOffered(parameters: {
    address: string
    chainId: ChainId
    provider: Provider
    scope: Scope | undefined
  }): Promise<boolean>
  /** True if the wallet sends several calls as one transaction, of which all or none happen. */
  isAtomic(parameters: { address: string; chainId: ChainId; provider: Provider }): Promise<boolean>
  /**
   * Asks the wallet to send several calls with one approval.
   *
   * @param parameters.atomicRequired - Refuse them if they can not be one transaction. @default true
   * @returns The wallet's id of them: not a transaction's id.
   * @throws FoyerError `atomicity-unsupported`, `upgrade-rejected`, `user-rejected` …
   */
  send(parameters: {
    address: string
    atomicRequired?: boolean | undefined
    capabilities?: CallCapabilities | undefined
    chainId: ChainId
    provider: Provider
    transactions: readonly Transaction[]
  }): Promise<string>
  /** Asks the wallet what became of calls. @throws FoyerError `bundle-unknown` */
  getStatus(parameters: {
    chainId: ChainId
    id: string
    provider: Provider
  }): Promise<WalletCallsStatus>
  /** Asks the wallet to show its user what became of calls. @throws FoyerError `bundle-unknown`, `unsupported-method` */
  show(parameters: { chainId: ChainId; id: string; provider: Provider }): Promise<void>
  /**
   * Loads what permissions need; omit it if there are none. Reached through the calls, since each name of an adapter costs
   * bytes before the first click.
   */
  permissions?(): Promise<Permissions>
  /** Reads receipts from the chain; undefined for a transaction that is in no block yet. */
  getReceipts(parameters: {
    hashes: readonly string[]
    rpc: Rpc
  }): Promise<readonly (TransactionReceipt | undefined)[]>
  /**
   * Waits until the wallet has sent the calls.
   *
   * @returns Id of the transaction that contains them.
   * @throws FoyerError `request-aborted`, `transaction-rejected` (they are not in one transaction)
   */
  wait(parameters: {
    chainId: ChainId
    id: string
    provider: Provider
    signal: AbortSignal
  }): Promise<string>
  /**
   * Writes what the account signs so that `step.spender` may spend exactly `step.amount`.
   *
   * @throws FoyerError `transaction-rejected`; `details` says what is wrong with the api's part
   */
  writePermit(parameters: {
    address: string
    chainId: ChainId
    /** ms since 1970. */
    now: number
    permit: SwapPermit
    step: SwapStep
  }): TypedData
  /**
   * Writes what lets a contract use exactly `step.amount` of what `step.spender` may spend, which is Permit2: a message to
   * sign, where the account can, and a transaction in its place.
   *
   * @throws FoyerError `transaction-rejected`; `details` says what is wrong with the api's part
   */
  writePermit2(parameters: {
    chainId: ChainId
    /** ms since 1970. */
    now: number
    permit2: SwapPermit2
    step: SwapStep
  }): { readonly transaction: Transaction; readonly typedData: TypedData | undefined }
}

/** Outcome of a transaction. */
export type TransactionReceipt = {
  readonly hash: string
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
}

/** The fee of a transfer, in the smallest unit of the network's own coin. */
export type TransferFee = {
  /** The likely cost. */
  readonly fee: bigint
  /** The balance needed besides the amount: the highest fee, and the minimum that the account must keep. */
  readonly reserve: bigint
}

/** The facts about the address of a receiver. */
export type ReceiverKind = 'account' | 'contract' | 'token'

/** What a payment must be to count. */
export type PaymentTerms = {
  /** In the smallest unit. */
  readonly amount: bigint
  /** Time of the block at the latest, ms since 1970. */
  readonly expiresAt: number
  /** 64 hex digits. */
  readonly reference: string
  readonly to: string
  /** Undefined: the network's own coin. */
  readonly token: string | undefined
}

/** Why a transaction is not the payment: the first that differs. */
export type PaymentRefusal =
  | 'not-found'
  | 'failed'
  | 'other-asset'
  | 'other-receiver'
  | 'other-amount'
  | 'other-request'
  | 'late'

/** What a chain says about a payment. */
export type PaymentCheck =
  /** `at`: time of the block, ms since 1970. */
  | { readonly status: 'paid'; readonly from: string; readonly at: number }
  | { readonly status: 'pending' }
  | { readonly status: 'unpaid'; readonly reason: PaymentRefusal }

/** Payments with a reference, which ties a transfer to the one request that it pays. */
export type Payments = {
  /** The CAIP-19 name of a token or of the own coin behind its network: `slip44:60`. */
  assetOf(token: string | undefined): string
  /** Reads a token's facts from the chain. @throws FoyerError `address-invalid` (no token) */
  readToken(parameters: { rpc: Rpc; token: string }): Promise<{
    readonly decimals: number
    /** Undefined if the chain has none. */
    readonly symbol: string | undefined
  }>
  /** The balance of a token, in its smallest unit. */
  readBalance(parameters: { address: string; rpc: Rpc; token: string }): Promise<bigint>
  /** Lists transactions that may be the payment, as far as the chain can search for it. */
  find(parameters: { rpc: Rpc; terms: PaymentTerms }): Promise<readonly string[]>
  /**
   * Compares a transaction with the terms: asset, receiver, amount, reference, success and time.
   *
   * @param parameters.isFinal - A payment counts only once the network can not take it back.
   */
  check(parameters: {
    hash: string
    isFinal: boolean
    rpc: Rpc
    terms: PaymentTerms
  }): Promise<PaymentCheck>
}

/** The functions of a screen for transfers besides {@link Adapter.send}; they load on first use. */
export type Transfers = {
  /**
   * Estimates the cost of a transfer.
   *
   * @param parameters.amount - In the smallest unit.
   * @param parameters.to - @default the sender itself
   * @throws FoyerError `transaction-rejected` with a sentence in `details`, if the transfer would fail
   */
  estimateFee(parameters: {
    address: string
    amount: bigint
    network: Network
    rpc: Rpc
    to?: string | undefined
    token?: string | undefined
    /** As in {@link Adapter.send}. */
    reference?: string | undefined
  }): Promise<TransferFee>
  /** Reads what is at a receiver's address. */
  inspectReceiver(parameters: { rpc: Rpc; to: string }): Promise<ReceiverKind>
  /** Writes a request for a payment, as wallets of the namespace read it from a code. */
  writeRequest(parameters: {
    address: string
    /** In the smallest unit, above 0. */
    amount: bigint
    decimals: number
    network: Network
    token?: string | undefined
    /** As in {@link Adapter.send}; ignored where such requests have no place for it. */
    reference?: string | undefined
    /** For the payer. */
    note?: string | undefined
  }): string
  /** Coin types under which a name holds its address on a network, the best first. @source https://docs.ens.domains/ensip/9 */
  coinTypes(network: Network): readonly string[]
  /** True if two addresses are the same account. */
  isSame(one: string, other: string): boolean
  /** Loads what payments with a reference need. Omit it if transfers of the namespace can not carry one. */
  payments?(): Promise<Payments>
  /**
   * Asks the wallet to put another transaction in the place of a pending one: the same with a higher fee, or one that
   * does nothing. Omit it if the namespace has no such places.
   *
   * @returns The new transaction's id, and whether the wallet really used that place.
   */
  replace?(parameters: {
    address: string
    hash: string
    kind: 'speed-up' | 'cancel'
    network: Network
    provider: Provider
    rpc: Rpc
  }): Promise<{ readonly hash: string; readonly isReplaced: boolean }>
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
