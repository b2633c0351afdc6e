import { type ChainId, FoyerError, type Namespace } from '@foyer/protocol'
import type { Wallet } from '@foyer/protocol/api'
import type { Adapter, TokenOption } from './adapter.ts'
import type { AccountType, Connector } from './connector/connector.ts'
import {
  connectMethods,
  defaultFeatures,
  type Features,
  socials,
  walletFeatures,
} from './features.ts'
import { type LogLevel, logLevels } from './log.ts'
import type { Metadata } from './metadata.ts'
import { checkNetwork } from './network/checkNetwork.ts'
import type { Network } from './network/network.ts'
import type { Preview } from './preview/preview.ts'
import { sdkVersionOf } from './sdkVersionOf.ts'
import type { SignInPlugin } from './signIn/signInPlugin.ts'
import type { StorageBacking } from './storage/createStorage.ts'
import { longestTimeoutMs } from './wait/longestTimeoutMs.ts'
import { entryKinds } from './wallets/wallet.ts'

const themeModes = ['light', 'dark'] as const
export type ThemeMode = (typeof themeModes)[number]
/** Public tokens without their `--foyer-` prefix: `{ 'color-accent': '#b45309' }`. */
export type ThemeVariables = Readonly<Record<string, string | number>>

/** Every option of {@link createFoyer}. @source spec 3.15 */
export type Options = {
  /** The site's id at its api. Required. @source spec 5.14 */
  readonly projectId: string
  /** One for each namespace. */
  readonly adapters: readonly Adapter[]
  /** Networks of the site; at least one, each with an adapter. */
  readonly networks: readonly Network[]
  /** Initial network; a stored one takes precedence. @default `eip155:1` if offered, else the first */
  readonly defaultNetwork?: Network | ChainId | undefined
  /**
   * http(s) URL of `apps/api`. Without it, installed wallets and the networks' own RPC still work.
   *
   * @default none: no call is made
   */
  readonly apiUrl?: string | undefined
  /** Connectors in addition to those that adapters discover. @default [] */
  readonly connectors?: readonly Connector[] | undefined
  /** The site as wallets show it; read on first use. @default the page's own title and address */
  readonly metadata?: Metadata | undefined
  /** Switches single features on or off. @default {} */
  readonly features?: Partial<Features> | undefined
  /** Color scheme of the screens. @default the system's setting */
  readonly themeMode?: ThemeMode | undefined
  /** Public tokens of the theme. @default {} */
  readonly themeVariables?: ThemeVariables | undefined
  /** Tokens to read from the chain, by network. Not read with `apiUrl`: then the api's list alone is shown. @default {} */
  readonly tokens?: Partial<Readonly<Record<ChainId, readonly TokenOption[]>>> | undefined
  /** RPC URLs to use instead of the api's and the network's own, tried in order, by network. @default {} */
  readonly customRpcUrls?: Partial<Readonly<Record<ChainId, readonly string[]>>> | undefined
  /**
   * Use the RPC URLs in `networks`; false: only `customRpcUrls` and the api. The public URLs of built-in networks are
   * used only without an api, or for networks that it does not serve. @default true
   */
  readonly publicRpc?: boolean | undefined
  /** Directory ids. Of the directory's wallets, only these and the recent and featured ones are listed. @default all */
  readonly includeWalletIds?: readonly string[] | undefined
  /**
   * Directory ids; these are never listed. With an api, the first 100 also hide installed wallets of the same rdns or name.
   *
   * @default []
   */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Directory ids that come first, in this order. @default [] */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** The site's own wallets, in addition to the directory. @default [] */
  readonly customWallets?: readonly Wallet[] | undefined
  /** IANA time zones in which users can neither buy nor swap: `America/New_York`. @default none @source spec 9.29 */
  readonly restrictedTimeZones?: readonly string[] | undefined
  /** URL of the terms. @default no link */
  readonly termsConditionsUrl?: string | undefined
  /** URL of the privacy policy. @default no link */
  readonly privacyPolicyUrl?: string | undefined
  /** Shows requests, decoded and simulated, before a wallet is asked. @default none: wallets are asked at once */
  readonly preview?: Preview | undefined
  /** Sign-in with a wallet: `siwx()` of `@foyer/siwx`. Not together with `siweConfig`. @default none @source spec 5.12 */
  readonly siwx?: SignInPlugin | undefined
  /** The same with the callbacks of older kits: `siweConfig()` of `@foyer/siwx`. Not together with `siwx`. @default none */
  readonly siweConfig?: SignInPlugin | undefined
  /** Stay connected on a network that is not in `networks`. @default false */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Lets users switch networks. @default true */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Reconnect after a reload. @default true */
  readonly enableReconnect?: boolean | undefined
  /** The preferred account type, by namespace. @default { eip155: 'smartAccount', solana: 'eoa', polkadot: 'eoa', bip122: 'payment' } */
  readonly defaultAccountTypes?: Partial<Readonly<Record<Namespace, AccountType>>> | undefined
  /** Time for a wallet to answer, ms; then `request-timed-out`. @default 300000 */
  readonly walletTimeoutMs?: number | undefined
  /** Time for one try of an api or RPC call, ms. @default 10000 */
  readonly httpTimeoutMs?: number | undefined
  /** Storage of connections and settings. @default local storage, else memory */
  readonly storage?: StorageBacking | undefined
  /** Instances with different keys share no stored data. @default projectId */
  readonly storageKey?: string | undefined
  /** Least severe level to log to the console. @default 'error' @source spec 9.9 */
  readonly logLevel?: LogLevel | undefined
  /** Sent as `st` with every api call. @default 'foyer' */
  readonly sdkType?: string | undefined
  /** Sent as `sv` with every api call. @default `<framework>-<adapters>-<version>`: 'html-eip155-0.1.0' @source spec 9.27 */
  readonly sdkVersion?: string | undefined
}

type Defaulted =
  | 'connectors'
  | 'themeVariables'
  | 'tokens'
  | 'customRpcUrls'
  | 'excludeWalletIds'
  | 'featuredWalletIds'
  | 'customWallets'
  | 'allowUnsupportedChain'
  | 'enableNetworkSwitch'
  | 'enableReconnect'
  | 'defaultAccountTypes'
  | 'walletTimeoutMs'
  | 'httpTimeoutMs'
  | 'storageKey'
  | 'logLevel'
  | 'sdkType'
  | 'sdkVersion'

/** Options with every default filled in. */
export type ResolvedOptions = Omit<Options, Defaulted | 'features'> & {
  readonly [key in Defaulted]-?: NonNullable<Options[key]>
} & { readonly features: Features }

/** @source spec 6.6 */
const defaultAccountTypes = {
  eip155: 'smartAccount',
  solana: 'eoa',
  polkadot: 'eoa',
  bip122: 'payment',
} as const

/**
 * Validates the options of a site, and fills in the defaults.
 *
 * @throws FoyerError `options-invalid`, `adapter-not-found`; `details` names the option and the fix
 */
export function resolveOptions(options: Options): ResolvedOptions {
  const { adapters, apiUrl, networks, projectId, storageKey } = options
  if (typeof projectId !== 'string' || projectId.trim() === '')
    throw invalid('Project ID Not Configured: make a project at the api, and set projectId.')
  if (options.siwx && options.siweConfig)
    throw invalid('siweConfig and siwx cannot both be set: leave out siweConfig.')
  if (!Array.isArray(adapters)) throw invalid('adapters must be a list.')
  if (new Set(adapters.map(({ namespace }) => namespace)).size < adapters.length)
    throw invalid('adapters holds two for one namespace.')
  if (!Array.isArray(networks) || networks.length === 0)
    throw invalid('networks needs at least one network.')
  const seen = new Set<string>()
  for (const network of networks) {
    checkNetwork(network)
    if (seen.has(network.caipNetworkId))
      throw invalid(`networks holds ${network.caipNetworkId} twice.`)
    seen.add(network.caipNetworkId)
    if (!adapters.some(({ namespace }) => namespace === network.chainNamespace))
      throw new FoyerError('adapter-not-found', {
        details: `${network.name} needs an adapter for ${network.chainNamespace} in adapters.`,
      })
  }
  if (apiUrl !== undefined && !isBase(apiUrl))
    throw invalid(`apiUrl must be an http(s) address without ? and #: ${apiUrl}`)
  if (storageKey === '') throw invalid('storageKey is empty: leave it out.')
  for (const key of ['walletTimeoutMs', 'httpTimeoutMs'] as const) {
    const ms = options[key]
    if (ms !== undefined && !(Number.isInteger(ms) && ms > 0 && ms <= longestTimeoutMs))
      throw invalid(`${key} must be a whole number of ms from 1 to ${longestTimeoutMs}.`)
  }
  const features = { ...defaultFeatures, ...defined(options.features) }
  for (const [key, allowed, values] of [
    ['logLevel', logLevels, [options.logLevel ?? 'error']],
    ['themeMode', themeModes, [options.themeMode ?? 'light']],
    ['features.socials', [...socials, 'telegram'], features.socials || []],
    ['features.connectMethodsOrder', connectMethods, features.connectMethodsOrder ?? []],
    ['features.walletFeaturesOrder', walletFeatures, features.walletFeaturesOrder],
    ['features.connectorTypeOrder', entryKinds, features.connectorTypeOrder ?? []],
  ] as const) {
    const others = [...values].filter((value) => !(allowed as readonly string[]).includes(value))
    if (others.length > 0)
      throw invalid(`${key} knows ${allowed.join(', ')}; not ${others.join(', ')}.`)
  }

  return {
    ...options,
    apiUrl: apiUrl?.replace(/\/+$/, ''),
    connectors: options.connectors ?? [],
    features,
    themeVariables: options.themeVariables ?? {},
    tokens: options.tokens ?? {},
    customRpcUrls: options.customRpcUrls ?? {},
    excludeWalletIds: options.excludeWalletIds ?? [],
    featuredWalletIds: options.featuredWalletIds ?? [],
    customWallets: options.customWallets ?? [],
    allowUnsupportedChain: options.allowUnsupportedChain ?? false,
    enableNetworkSwitch: options.enableNetworkSwitch ?? true,
    enableReconnect: options.enableReconnect ?? true,
    defaultAccountTypes: { ...defaultAccountTypes, ...defined(options.defaultAccountTypes) },
    walletTimeoutMs: options.walletTimeoutMs ?? 300_000,
    httpTimeoutMs: options.httpTimeoutMs ?? 10_000,
    storageKey: options.storageKey ?? projectId,
    logLevel: options.logLevel ?? 'error',
    sdkType: options.sdkType ?? 'foyer',
    sdkVersion: options.sdkVersion ?? sdkVersionOf('html', adapters),
  }
}

/** True if paths can be appended to `url`. */
function isBase(url: string): boolean {
  return /^https?:\/\/[^?#]+$/.test(url) && URL.canParse(url)
}

function invalid(details: string): FoyerError {
  return new FoyerError('options-invalid', { details })
}

/** Removes undefined fields, so that they cannot override a default. */
function defined<fields extends object>(fields: fields | undefined): Partial<fields> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<fields>
}
