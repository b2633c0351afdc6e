import * as v from 'valibot'
import { walletChain } from '../wallet/config.ts'

/** What the server tells the wallet's page: where the relay and the networks are. */
export const phoneConfig = v.object({
  /** `ws://…`; the sites must use the same one. */
  relayUrl: v.string(),
  /** What the relay knows this wallet by. */
  projectId: v.string(),
  chains: v.array(walletChain),
  solana: v.optional(
    v.object({
      /** CAIP-2. */
      caipId: v.string(),
      name: v.string(),
      rpcUrl: v.string(),
    }),
  ),
})
export type PhoneConfig = v.InferOutput<typeof phoneConfig>

/** The element of the page that holds the config as JSON: data, which a strict content policy lets stand. */
export const phoneConfigElementId = 'phone-config'
