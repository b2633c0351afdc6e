import * as v from 'valibot'

const httpUrl = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:\/\//, 'must begin with http:// or https://'),
)

const webSocketUrl = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^wss?:\/\//, 'must begin with ws:// or wss://'),
)

const siteNetwork = v.object({
  /** The EIP-155 number, or of a Solana cluster the first 32 letters of its genesis hash. */
  id: v.union([
    v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32}$/)),
  ]),
  name: v.string(),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  rpcUrls: v.object({ default: v.object({ http: v.pipe(v.array(httpUrl), v.minLength(1)) }) }),
  testnet: v.optional(v.boolean()),
  assets: v.optional(v.object({ imageId: v.optional(v.string()) })),
  /** What the faucet mints here. */
  tokens: v.optional(
    v.array(v.object({ address: v.string(), symbol: v.string(), decimals: v.number() })),
  ),
})

/** What the server tells its pages: where the parts of this installation are. */
export const siteConfig = v.object({
  projectId: v.pipe(v.string(), v.minLength(1)),
  /** Without one the pages show what works without: installed wallets and the networks' own RPC. */
  apiUrl: v.optional(httpUrl),
  /** The networks of this installation; the first is where a visitor starts. */
  networks: v.pipe(v.array(siteNetwork), v.minLength(1)),
  /** The test wallet's server: its script announces a wallet to the page. */
  walletUrl: v.optional(httpUrl),
  /** The test wallet that is reached as a phone is: a page of its own. */
  phoneWalletUrl: v.optional(httpUrl),
  /** How phone wallets are reached: the relay, and the project at it. Without it only installed wallets are. */
  walletConnect: v.optional(v.object({ projectId: v.string(), relayUrl: webSocketUrl })),
  /** Where the embedded wallet lives. Without it nobody logs in by e-mail. */
  loginUrl: v.optional(httpUrl),
  /** The page that shows the mail of this machine: codes and links of a login arrive there. */
  mailUrl: v.optional(httpUrl),
})
export type SiteConfig = v.InferOutput<typeof siteConfig>

/** The element of the page that holds the config as JSON: data, which a strict content policy lets stand. */
export const siteConfigElementId = 'site-config'
