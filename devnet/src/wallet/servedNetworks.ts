import type { Faucet } from '../evm/faucet.ts'
import type { SolanaFaucet } from '../solana/faucet.ts'

/** An EVM chain that the wallet's server can reach. */
export type ServedChain = {
  chainId: number
  url: string
  /** An existing faucet. @default a new one, for a wallet in a separate process */
  faucet?: Faucet
}

/** The local Solana, if the wallet's server can reach it. */
export type ServedSolana = {
  /** JSON-RPC over HTTP. */
  url: string
  /** An existing faucet. @default a new one, for a wallet in a separate process */
  faucet?: SolanaFaucet
}
