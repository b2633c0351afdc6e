import * as v from 'valibot'

/** A chain as the wallet keeps it. */
export const walletChain = v.object({
  /** The EIP-155 number. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: v.string(),
  rpcUrl: v.string(),
  symbol: v.string(),
})
export type WalletChain = v.InferOutput<typeof walletChain>

const flag = v.pipe(
  v.picklist(['0', '1']),
  v.transform((text) => text === '1'),
)

/** What a site chooses in the query of the script's URL. */
export const walletQuery = v.object({
  /** Name it announces. */
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64)), 'Foyer Dev Wallet'),
  /** Reverse-DNS id it announces; wallets with different ids keep different state. */
  rdns: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128)), 'local.foyer.devwallet'),
  /** 0: leave `window.ethereum` alone. */
  inject: v.optional(flag, '1'),
  /** 0: do not announce by EIP-6963, as wallets before it. */
  announce: v.optional(flag, '1'),
  /** `page`: approve inside the page at once, for pages that cannot open windows. */
  surface: v.optional(v.picklist(['window', 'page']), 'window'),
})

/** What the server tells the script it serves. */
export type WalletConfig = v.InferOutput<typeof walletQuery> & {
  /** Origin of the approval window. */
  walletOrigin: string
  /** The chains known from the start; the first is selected. */
  chains: readonly WalletChain[]
  /** Addresses by account index. */
  accounts: readonly string[]
  /** EIP-6963 icon, a data URI. */
  icon: string
}
