import type { FoyerError } from '@foyer/protocol'
import type { RecentWallet } from './wallets/recentWallet.ts'

/** Status of pairing with a wallet. @source spec 3.5, 4.3 */
export type Pairing = {
  /** The URI that the user scans or opens. */
  readonly wcUri: string | undefined
  /** ms since 1970. */
  readonly wcPairingExpiry: number | undefined
  /** Reason why there is no URI. */
  readonly wcError: FoyerError | undefined
  /** A wallet received the URI, and its answer is pending. */
  readonly buffering: boolean
  /** The deep link that opens the wallet again. */
  readonly wcLinking: { readonly name: string; readonly href: string } | undefined
  /** The wallet that is connecting. */
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
