import type { TokenConfig } from '../chains/chainConfig.ts'

/** What an account holds, in smallest units. */
export type Holdings = {
  readonly native: bigint
  /** Those of which there is something. */
  readonly tokens: readonly { readonly token: TokenConfig; readonly amount: bigint }[]
}
