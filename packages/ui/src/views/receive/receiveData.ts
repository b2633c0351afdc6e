/** Opens Receive with a request. Without an amount it shows the address. */
export type ReceiveData = {
  /** In the smallest unit, above 0. */
  readonly amount?: bigint | undefined
  /** Address of the token, or its CAIP-10 id. @default the network's own coin */
  readonly token?: string | undefined
  /** Decimals of the token. @default those of the account's balance, if it has the token */
  readonly decimals?: number | undefined
  /** Symbol of the token. @default that of the account's balance */
  readonly symbol?: string | undefined
}
