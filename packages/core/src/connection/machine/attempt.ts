import type { Namespace } from '@foyer/protocol'
import type { Connected } from '../../account/account.ts'
import type { Connector } from '../../connector/connector.ts'
import type { WalletRequest } from '../../events/events.ts'
import type { Pairing } from '../../pairing.ts'
import type { RecentWallet } from '../../wallets/recentWallet.ts'

/** The fields of every attempt. */
type Begun = {
  /** Unique in the instance. */
  readonly id: number
  readonly namespace: Namespace
  /** The pairing as its connector told it, kept also while another attempt is shown. */
  readonly pairing: Partial<Pairing>
}

/** A connection without a prompt, which waits for its wallet to confirm it. It ends when its namespace shows another one. */
export type Confirmation = Begun & {
  readonly silent: true
  /** Forgets the stored connection when the wallet does not confirm it. */
  readonly stored: boolean
  /** It comes from another tab: its namespace becomes the active one where that one is not connected. */
  readonly follows: boolean
}

/** A wallet's prompt. Every `connect` of the same wallet and namespace waits for the same one. */
export type Prompt = Begun & {
  readonly silent: false
  /** As what it is listed. */
  readonly request: WalletRequest
  readonly connector: Connector
  /** The wallet of the latest caller, to remember once it is connected. */
  readonly wallet: RecentWallet
  readonly isRemembered: boolean
  /** No caller asked for this namespace alone. */
  readonly isOpen: boolean
  /** The wallet says that an earlier request still waits in it. */
  readonly pending: boolean
}

/** A connection that is being made, or confirmed. */
export type Attempt = Confirmation | Prompt

/** The attempt that a namespace shows; a later one takes the place of an earlier. */
export type ShownAttempt = {
  /** Its id. */
  readonly attempt: number
  /** The connection that stood when the first attempt began, restored when the shown one fails. It follows that wallet's own changes. */
  readonly before: Connected | undefined
  /** The deep link of `before`. */
  readonly link: Pairing['wcLinking']
}
