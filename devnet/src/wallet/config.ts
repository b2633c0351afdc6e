import * as v from 'valibot'
import type { SolanaNetwork } from './solanaNetwork.ts'

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

/** The chain families the wallet can offer. */
const walletNamespace = v.picklist(['eip155', 'solana'])

/** Wallet Standard features that a script can be told to leave out. */
const removableFeature = v.picklist([
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
])

/** A list in a query: `a,b`. */
const listOf = <T extends string>(item: v.GenericSchema<T>) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? [] : text.split(','))),
    v.array(item),
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
  /** Chain families it offers. Default: all that the wallet's server has a network of. */
  namespaces: v.optional(v.pipe(listOf(walletNamespace), v.minLength(1))),
  /** Wallet Standard features it does not have, as many wallets lack one. */
  without: v.optional(listOf(removableFeature), ''),
})

/** What the server tells the script it serves. */
export type WalletConfig = Omit<v.InferOutput<typeof walletQuery>, 'namespaces'> & {
  namespaces: readonly v.InferOutput<typeof walletNamespace>[]
  /** Origin of the approval window. */
  walletOrigin: string
  /** The EVM chains known from the start; the first is selected. None: a wallet of Solana only. */
  chains: readonly WalletChain[]
  /** Addresses by account index. */
  accounts: readonly string[]
  /** A data URI in base64, as the Wallet Standard wants it; EIP-6963 takes any. */
  icon: `data:image/svg+xml;base64,${string}`
  solana: {
    /** The first is where a site that names none is. */
    networks: readonly SolanaNetwork[]
    /** By account index. */
    accounts: readonly { address: string; name: string }[]
  }
}
