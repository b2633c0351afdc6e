/** A payment that is on its chain. */
export type PaymentReceipt = {
  /** The request's. */
  readonly id: string
  /** The transaction. */
  readonly hash: string
  /** CAIP-19. */
  readonly asset: string
  /** In the smallest unit. */
  readonly amount: bigint
  readonly from: string
  readonly to: string
  /** Time of its block, ms since 1970. */
  readonly paidAt: number
}
