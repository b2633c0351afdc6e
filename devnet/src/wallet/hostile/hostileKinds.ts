/** The ways in which `/hostile.js` misbehaves as an EVM wallet. */
export const hostileKinds = [
  'wrong-rdns',
  'script-name',
  'script-icon',
  'huge-icon',
  'never',
  'throws',
  'liar',
  'silent-reject',
] as const
export type HostileKind = (typeof hostileKinds)[number]

/** The ways in which `/hostile.js` misbehaves as a Solana wallet. */
export const solanaHostileKinds = [
  /** Says no to everything. */
  'solana-rejects',
  /** Throws what is no error. */
  'solana-throws',
  /** Properties that throw when they are read. */
  'solana-getters',
  'solana-never',
  /** Connects; when it is to sign it leaves the page and never answers. */
  'solana-disappears',
  /** Several wallets whose names and labels are markup, RTL overrides, control characters, 10 kB, no text. */
  'solana-text',
  /** Several wallets whose icons are scripts, pages, five megabytes, no text. */
  'solana-icon',
  /** Accounts that are none. */
  'solana-no-address',
  /** 10,000 accounts. */
  'solana-many-accounts',
  /** Signs with a key that is not the account's. */
  'solana-wrong-signature',
  /** Signs, validly, something else than it was given. */
  'solana-changed',
] as const
export type SolanaHostileKind = (typeof solanaHostileKinds)[number]
