import type { ChainId, Namespace } from '@foyer/protocol'

/** A network that a site offers. @source spec section 3 "Network" */
export type Network = {
  /** The CAIP-2 reference: `1`, or a genesis hash. */
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly rpcUrls: {
    readonly default: {
      readonly http: readonly string[]
      /** Public addresses of third parties: a site with an api does not use them for chains that its api serves. */
      readonly isPublic?: boolean | undefined
      readonly webSocket?: readonly string[] | undefined
    }
  }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string } }
    | undefined
  /** @default false */
  readonly testnet?: boolean | undefined
  readonly chainNamespace: Namespace
  readonly caipNetworkId: ChainId
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}
