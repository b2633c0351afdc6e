import type { Instruction } from '@solana/kit'

/** A planned transfer, before its fee is known. */
export type Plan = {
  readonly instructions: readonly Instruction[]
  /** Those of `instructions` that move the amount. */
  readonly transfers: readonly Instruction[]
  /** Balance of the sender, lamports. */
  readonly balance: bigint
  /** Lamports that leave the sender, without the fee. */
  readonly leaving: bigint
  /** Purpose of `leaving`, for the error message. */
  readonly purpose: string
  /** Suggested fix, for the error message. */
  readonly remedy: string
  /** Least balance of an account without data, unless it is empty. */
  readonly leastBalance: bigint
}
