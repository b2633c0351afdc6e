import type { Instruction } from '@solana/kit'

/** What a transfer does, before its fee is known. */
export type Plan = {
  readonly instructions: readonly Instruction[]
  /** Lamports of the sender. */
  readonly balance: bigint
  /** Lamports that leave the sender beside the fee. */
  readonly leaving: bigint
  /** What `leaving` is for, as it is said when there is not enough. */
  readonly purpose: string
  /** What the sender can do then. */
  readonly remedy: string
  /** The least that an account without data may hold, unless it holds nothing. */
  readonly leastBalance: bigint
}
