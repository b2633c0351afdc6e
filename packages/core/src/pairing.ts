import type { FoyerError } from '@foyer/protocol'
import type { RecentWallet } from './wallets/recentWallet.ts'

/** Where pairing with a wallet stands. @source ledger 3.5, 4.3 */
export type Pairing = {
  /** What the visitor scans or opens. */
  readonly wcUri: string | undefined
  /** ms since 1970. */
  readonly wcPairingExpiry: number | undefined
  /** Why there is nothing to scan. */
  readonly wcError: FoyerError | undefined
  /** A wallet took the URI, and its answer is on the way. */
  readonly buffering: boolean
  /** The deep link that opens the wallet again. */
  readonly wcLinking: { readonly name: string; readonly href: string } | undefined
  /** The wallet that is being connected. */
  readonly recentWallet: RecentWallet | undefined
}

export const noPairing: Pairing = {
  wcUri: undefined,
  wcPairingExpiry: undefined,
  wcError: undefined,
  buffering: false,
  wcLinking: undefined,
  recentWallet: undefined,
}
