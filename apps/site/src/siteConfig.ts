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
  /** The EIP-155 number, or the first 32 characters of a Solana cluster's genesis hash. */
  id: v.union([
    v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32}$/)),
  ]),
  name: v.string(),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  rpcUrls: v.object({ default: v.object({ http: v.pipe(v.array(httpUrl), v.minLength(1)) }) }),
  testnet: v.optional(v.boolean()),
  assets: v.optional(v.object({ imageId: v.optional(v.string()) })),
  /** Tokens that the faucet can mint here. */
  tokens: v.optional(
    v.array(v.object({ address: v.string(), symbol: v.string(), decimals: v.number() })),
  ),
})

/** The config that the server gives to its pages: URLs of the services of this installation. */
export const siteConfig = v.object({
  projectId: v.pipe(v.string(), v.minLength(1)),
  /** Without one, the pages use only installed wallets and the networks' own RPC. */
  apiUrl: v.optional(httpUrl),
  /** The networks of this installation; the first one is the default. */
  networks: v.pipe(v.array(siteNetwork), v.minLength(1)),
  /** The test wallet's server: its script announces a wallet to the page. */
  walletUrl: v.optional(httpUrl),
  /** The page of the test wallet that connects by WalletConnect. */
  phoneWalletUrl: v.optional(httpUrl),
  /** The relay for mobile wallets, and the project id at it. Without it only installed wallets are offered. */
  walletConnect: v.optional(v.object({ projectId: v.string(), relayUrl: webSocketUrl })),
  /** The login site of the embedded wallet. Without it there is no login by email. */
  loginUrl: v.optional(httpUrl),
  /** The page with this machine's mails, including the codes and links of logins. */
  mailUrl: v.optional(httpUrl),
  /** The accounts that the demo shop is paid at, by namespace. Without it there is no shop. */
  shopAccounts: v.optional(v.object({ eip155: v.string(), solana: v.string() })),
  /** The shop also sells an answer of its server (x402). */
  hasForecast: v.optional(v.boolean()),
})
export type SiteConfig = v.InferOutput<typeof siteConfig>

/** Id of the element with the config as JSON: data that a strict content policy allows. */
export const siteConfigElementId = 'site-config'
