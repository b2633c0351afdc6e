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
  /** Rejects every request. */
  'solana-rejects',
  /** Throws values that are not errors. */
  'solana-throws',
  /** Has properties whose getters throw. */
  'solana-getters',
  'solana-never',
  /** Connects; unregisters when asked to sign, and never answers. */
  'solana-disappears',
  /** Several wallets whose names and labels are markup, RTL overrides, control characters, 10 kB, or not text. */
  'solana-text',
  /** Several wallets whose icons are scripts, pages, five megabytes, or not text. */
  'solana-icon',
  /** Returns invalid accounts. */
  'solana-no-address',
  /** Returns 10,000 accounts. */
  'solana-many-accounts',
  /** Signs with a key that is not the account's. */
  'solana-wrong-signature',
  /** Signs a different text or transaction than requested, validly. */
  'solana-changed',
] as const
export type SolanaHostileKind = (typeof solanaHostileKinds)[number]
