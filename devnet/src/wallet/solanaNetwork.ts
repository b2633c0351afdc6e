import * as v from 'valibot'

/** A Solana network as the wallet knows it. */
export const solanaNetwork = v.object({
  /** As the Wallet Standard names it. */
  id: v.picklist(['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet']),
  name: v.string(),
  /** Without one the wallet signs for the network but sends nothing to it. */
  rpcUrl: v.optional(v.string()),
})
export type SolanaNetwork = v.InferOutput<typeof solanaNetwork>
