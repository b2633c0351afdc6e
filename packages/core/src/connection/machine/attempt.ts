import type { Namespace } from '@foyer/protocol'
import type { Connected } from '../../account/account.ts'
import type { Connector } from '../../connector/connector.ts'
import type { WalletRequest } from '../../events/events.ts'
import type { Pairing } from '../../pairing.ts'
import type { RecentWallet } from '../../wallets/recentWallet.ts'

/** The fields of every attempt. */
type AttemptFields = {
  /** Unique in the instance. */
  readonly id: number
  readonly namespace: Namespace
  /** The pairing data of its connector, kept while another attempt is shown. */
  readonly pairing: Partial<Pairing>
}

/**
 * A restore without a prompt, pending until the wallet confirms. Ends when its namespace shows another attempt.
 */
export type Confirmation = AttemptFields & {
  readonly silent: true
  /** Deletes the stored connection when the wallet does not confirm it. */
  readonly stored: boolean
  /** True for a connect in another tab: its namespace becomes active only if the active one is not connected. */
  readonly follows: boolean
}

/** A wallet's prompt, shared by every `connect` of the same wallet and namespace. */
export type Prompt = AttemptFields & {
  readonly silent: false
  /** Its entry in `requests`. */
  readonly request: WalletRequest
  readonly connector: Connector
  /** The wallet of the latest caller, to remember once it is connected. */
  readonly wallet: RecentWallet
  readonly isRemembered: boolean
  /** No caller requested this namespace explicitly. */
  readonly isOpen: boolean
  /** The wallet answered that an earlier request is still pending. */
  readonly pending: boolean
}

/** A pending connection or restore. */
export type Attempt = Confirmation | Prompt

/** The attempt that a namespace shows; a later one replaces it. */
export type ShownAttempt = {
  /** Id of the attempt. */
  readonly attempt: number
  /**
   * The connection from before the first attempt, restored when the shown attempt fails. Changes that its wallet reports
   * meanwhile are applied to it.
   */
  readonly before: Connected | undefined
  /** The deep link of `before`. */
  readonly link: Pairing['wcLinking']
}
