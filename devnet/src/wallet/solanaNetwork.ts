import * as v from 'valibot'

/** A Solana network in the wallet. */
export const solanaNetwork = v.object({
  /** The Wallet Standard's name of the network. */
  id: v.picklist(['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet']),
  name: v.string(),
  /** Without one, the wallet signs for the network but can not send to it. */
  rpcUrl: v.optional(v.string()),
})
export type SolanaNetwork = v.InferOutput<typeof solanaNetwork>
