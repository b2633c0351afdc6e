/** Social logins, in the order in which they are offered. @source spec 9.20 */
export const socials = [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
] as const
/** A social login; Telegram only where a site names it. */
export type Social = (typeof socials)[number] | 'telegram'

/** Switches a feature on or off. Every field has a default. @source spec 9.20 */
export type Features = {
  /** Swapping tokens. @default true */ readonly swaps: boolean
  /** Buying tokens. @default true */ readonly onramp: boolean
  /** Showing the address to receive at. @default true */ readonly receive: boolean
  /** Sending tokens. @default true */ readonly send: boolean
  /** Login by email, if a connector supports it. @default true */ readonly email: boolean
  /** Shows wallets next to the email field instead of behind a button. @default true */
  readonly emailShowWallets: boolean
  /** Social logins, in order; false: none. @default all seven */
  readonly socials: readonly Social[] | false
  /** Past transactions. @default true */ readonly history: boolean
  /** Usage events; sent only if the server enables them too. @default true */
  readonly analytics: boolean
  /** The row that opens the whole directory. @default true */ readonly allWallets: boolean
  /** Users accept the terms before connecting. @default false */
  readonly legalCheckbox: boolean
  /**
   * The permissions that the user granted, in the account of every wallet; always listed for the embedded wallet.
   * @default false
   */
  readonly smartSessions: boolean
  /** All wallets behind one row. @default false */ readonly collapseWallets: boolean
  /** Pay requests. @default false */ readonly pay: boolean
  /** Order of the ways to connect. @default wallets first if one is installed, else last @source spec 9.17 */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
  /**
   * Order of the groups of wallets.
   *
   * @default walletConnect, recent, injected, featured, custom, external, recommended
   * @source spec 9.18
   */
  readonly connectorTypeOrder: readonly string[] | undefined
  /** Order of the buttons of a connected account. @default onramp, swaps, receive, send */
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

/** Buttons of a connected account, in their order. @source spec 9.19 */
export const walletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const
export type WalletFeature = (typeof walletFeatures)[number]

export const defaultFeatures: Features = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  emailShowWallets: true,
  socials,
  history: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
  connectMethodsOrder: undefined,
  connectorTypeOrder: undefined,
  walletFeaturesOrder: walletFeatures,
}
