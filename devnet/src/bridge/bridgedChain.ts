import type { Faucet } from '../evm/faucet.ts'

/** A local chain, with what pays on it. */
export type BridgedChain = {
  readonly chainId: number
  readonly url: string
  readonly faucet: Faucet
}
