import type { Rpc } from '../http/rpc.ts'

/** The terms that a payment must meet to count. */
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

/** The first reason for which a transaction is not the payment. */
export type PaymentRefusal =
  | 'not-found'
  | 'failed'
  | 'other-asset'
  | 'other-receiver'
  | 'other-amount'
  | 'other-request'
  | 'late'

/** The state of a payment on its chain. */
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
