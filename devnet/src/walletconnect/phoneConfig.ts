import * as v from 'valibot'
import { walletChain } from '../wallet/config.ts'

/** The config of the wallet's page: the relay and the networks. */
export const phoneConfig = v.object({
  /** `ws://…`; sites must use the same relay. */
  relayUrl: v.string(),
  /** The wallet's project id at the relay. */
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

/** Id of the element with the config as JSON: data that a strict content policy allows. */
export const phoneConfigElementId = 'phone-config'
