import type { Faucet } from '../evm/faucet.ts'
import type { SolanaFaucet } from '../solana/faucet.ts'

/** An EVM chain the wallet's server can reach. */
export type ServedChain = {
  chainId: number
  url: string
  /** The faucet that is in use already. @default one of its own, for a wallet in its own process */
  faucet?: Faucet
}

/** The local Solana, as the wallet's server can reach it. */
export type ServedSolana = {
  /** JSON-RPC over HTTP. */
  url: string
  /** The faucet that is in use already. @default one of its own, for a wallet in its own process */
  faucet?: SolanaFaucet
}
