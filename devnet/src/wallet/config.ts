import * as v from 'valibot'
import type { SolanaNetwork } from './solanaNetwork.ts'

/** A chain that the wallet knows. */
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

/** The namespaces that the wallet can offer. */
const walletNamespace = v.picklist(['eip155', 'solana'])

/** Wallet Standard features and methods that a script can omit. */
const removableFeature = v.picklist([
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
  'wallet_sendCalls',
])

/** A list in a query: `a,b`. */
const listOf = <T extends string>(item: v.GenericSchema<T>) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? [] : text.split(','))),
    v.array(item),
  )

/** Options in the query of the script's URL. */
export const walletQuery = v.object({
  /** The announced name. */
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64)), 'Foyer Dev Wallet'),
  /** The announced reverse-DNS id; wallets with different ids have separate state. */
  rdns: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128)), 'local.foyer.devwallet'),
  /** 0: do not set `window.ethereum`. */
  inject: v.optional(flag, '1'),
  /** 0: do not announce by EIP-6963, like older wallets. */
  announce: v.optional(flag, '1'),
  /** `page`: show approvals inside the page, for pages that can not open windows. */
  surface: v.optional(v.picklist(['window', 'page']), 'window'),
  /** The offered namespaces. @default all that the wallet's server has a network for */
  namespaces: v.optional(v.pipe(listOf(walletNamespace), v.minLength(1))),
  /** Wallet Standard features and methods to omit, as many wallets lack one. */
  without: v.optional(listOf(removableFeature), ''),
  /** Methods to add, as few wallets have them. */
  with: v.optional(listOf(v.picklist(['wallet_connect'])), ''),
})

/** The config that the server gives to its script. */
export type WalletConfig = Omit<v.InferOutput<typeof walletQuery>, 'namespaces'> & {
  namespaces: readonly v.InferOutput<typeof walletNamespace>[]
  /** Origin of the approval window. */
  walletOrigin: string
  /** The EVM chains known from the start; the first is selected. Empty: a Solana-only wallet. */
  chains: readonly WalletChain[]
  /** Addresses by account index. */
  accounts: readonly string[]
  /** A base64 data URI, which the Wallet Standard requires; EIP-6963 accepts any. */
  icon: `data:image/svg+xml;base64,${string}`
  solana: {
    /** The first is the default for sites that name none. */
    networks: readonly SolanaNetwork[]
    /** By account index. */
    accounts: readonly { address: string; name: string }[]
  }
}
