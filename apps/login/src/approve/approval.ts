import type { DescribedNetwork, Description } from '@foyer/decode'

/** The site's claims about itself, which nobody has verified. */
export type SiteClaims = {
  name: string
  /** On the login origin (its image proxy), or `data:`; anything else is not shown. */
  icon?: string
}

/**
 * A request that waits for the user: everything the approval screen shows. Plain values, so that a port can carry it.
 */
export type Approval = {
  rid: string
  /** Digest of the bytes to be signed, as the key worker answered to `prepare`; it is returned with the decision. */
  digest: string
  /** Attested by the handshake, never the site's own claim. */
  origin: string
  /** Hex, or base58. */
  account: string
  network: DescribedNetwork
  claims?: SiteClaims | undefined
  /** Missing while the request is still being read: the screen shows its skeleton, and nothing can be approved. */
  description?: Description | undefined
  /** Place in the queue; `index` counts from 1. */
  position: { index: number; count: number }
  /** ms since 1970. */
  expiresAt: number
}

/** Progress of a request. */
export type ApprovalStatus =
  | { is: 'asking' }
  /** Approved: it is being signed or sent. */
  | { is: 'sending' }
  | { is: 'done' }
  /** Its code of the catalogue; `details` are for users who look closer. */
  | { is: 'failed'; code: string; details?: string }
  /** The request was given up. */
  | { is: 'over'; reason: OverReason }

/** Reason why a request ended without a decision of the user here. */
export type OverReason = 'expired' | 'aborted' | 'rejected' | 'elsewhere'

/** The user's decision. `digest` identifies the description that was on the screen. */
export type Decision = { rid: string; digest: string; decision: 'approve' | 'reject' }
