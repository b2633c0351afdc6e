import type { TokenConfig } from '../chains/tokenConfig.ts'

/** Balances of an account, in smallest units. */
export type Holdings = {
  readonly native: bigint
  /** Tokens with a balance above 0. */
  readonly tokens: readonly { readonly token: TokenConfig; readonly amount: bigint }[]
}
