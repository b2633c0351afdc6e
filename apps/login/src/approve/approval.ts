import type { DescribedNetwork, Description } from '@foyer/decode'
import type { WalletPasskey } from './unlock/walletPasskey.ts'

/** The site's claims about itself, which nobody has verified. */
export type SiteClaims = {
  name: string
  /** URL on the login origin (its image proxy) or a `data:` URL; others are not shown. */
  icon?: string
}

/**
 * A pending request, with everything that the approval screen shows. Structured-cloneable, to be posted to a popup.
 */
export type Approval = {
  rid: string
  /** Digest of the bytes to be signed, from the key worker's `prepare`; the decision repeats it. */
  digest: string
  /** Origin of the site, attested by the browser in the handshake, never the site's own claim. */
  origin: string
  /** Address: hex on EVM, base58 on Solana. */
  account: string
  network: DescribedNetwork
  claims?: SiteClaims | undefined
  /** Undefined while the request is being decoded: a skeleton is shown, and nothing can be approved. */
  description?: Description | undefined
  /** Place in the queue; `index` counts from 1. */
  position: { index: number; count: number }
  /** Set if a passkey signs: the one with this id, or any. */
  passkey?: { id: string | undefined } | undefined
  /** Time at which the request expires, in ms since 1970. */
  expiresAt: number
}

/** Progress of a request. */
export type ApprovalStatus =
  | { is: 'asking' }
  /** Approved: it is being signed or sent. */
  | { is: 'sending' }
  | { is: 'done' }
  /** Failed with this error code; `details` are shown on demand. `maySent`: it was signed, and may have been sent. */
  | { is: 'failed'; code: string; details?: string; maySent?: boolean }
  /** The request ended without an answer to the site. */
  | { is: 'over'; reason: OverReason }

/** Reason why a request ended; `unfinished`: after the user approved it, so it may have been signed and sent. */
export type OverReason = 'expired' | 'aborted' | 'rejected' | 'elsewhere' | 'unfinished'

/** The user's decision. `digest` identifies the description that was on the screen. */
export type Decision = {
  rid: string
  digest: string
  decision: 'approve' | 'reject'
  /** The passkey that signs, where the request names one. */
  factor?: WalletPasskey | undefined
}
