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
