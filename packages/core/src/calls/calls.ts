import type { ChainId } from '@foyer/protocol'
import type { SwapPermit, SwapPermit2 } from '@foyer/protocol/api'
import type { Provider, Scope } from '../connector/connector.ts'
import type { Rpc } from '../http/rpc.ts'
import type { Permissions } from '../permissions/permission.ts'
import type { SwapStep } from '../swap/swapStep.ts'
import type { Transaction, TransactionReceipt, TypedData } from '../transaction.ts'

/** Capabilities that a site asks for with its calls, by name; the wallet refuses those it does not know, unless optional. */
export type CallCapabilities = Readonly<
  Record<string, { readonly optional?: boolean | undefined; readonly [key: string]: unknown }>
>

/** A wallet's abilities with calls on one network. @source https://eips.ethereum.org/EIPS/eip-5792 */
export type WalletCapabilities = {
  /** `supported`: all or none of several calls happen; `ready`: so once the user has upgraded the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** A service of the site may pay the fee (ERC-7677). */
  readonly paymasterService: boolean
  /** Everything that the wallet named, unchecked. */
  readonly named: Readonly<Record<string, unknown>>
}

/** A wallet's report about calls that it has sent. */
export type WalletCallsStatus = {
  readonly chainId: ChainId
  /** `failure`: nothing happened; `partial`: only some of the calls did. */
  readonly status: 'pending' | 'success' | 'failure' | 'partial'
  /** All calls are in one transaction. */
  readonly isAtomic: boolean
  /** In order; one for all calls if they are atomic. */
  readonly receipts: readonly TransactionReceipt[]
}

/** Functions for several calls at once, and for allowances by signature; they load on first use. */
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
