/** Social logins, in the order in which they are offered. @source ledger 9.20 */
export const socials = [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
] as const
export type Social = (typeof socials)[number]

/** Switches a feature on or off. Every field has a default. @source ledger 9.20 */
export type Features = {
  /** @default true */ readonly swaps: boolean
  /** @default true */ readonly onramp: boolean
  /** @default true */ readonly receive: boolean
  /** @default true */ readonly send: boolean
  /** Login by e-mail; shown when a connector can. @default true */ readonly email: boolean
  /** Wallets beside the e-mail field, else behind a button. @default true */
  readonly emailShowWallets: boolean
  /** Which social logins, in order; false: none. @default all seven */
  readonly socials: readonly Social[] | false
  /** @default true */ readonly history: boolean
  /** Usage events; sent only when the server says yes as well. @default true */
  readonly analytics: boolean
  /** The row that leads to the whole directory. @default true */ readonly allWallets: boolean
  /** The user ticks the terms before connecting. @default false */
  readonly legalCheckbox: boolean
  /** @default false */ readonly smartSessions: boolean
  /** Wallets behind one row. @default false */ readonly collapseWallets: boolean
  /** @default false */ readonly pay: boolean
  /** Order of the ways to connect. @default decided by what is installed @source ledger 9.17 */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
  /**
   * Order of the groups of wallets.
   *
   * @default walletConnect, recent, injected, featured, custom, external, recommended
   * @source ledger 9.18
   */
  readonly connectorTypeOrder: readonly string[] | undefined
  /** Order of the buttons of a connected account. @default onramp, swaps, receive, send */
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

/** Buttons of a connected account, in their order. @source ledger 9.19 */
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
