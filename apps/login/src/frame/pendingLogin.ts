/** The login that waits for its link or its code; one per frame, whatever its kind. */
export type PendingLogin = {
  txnId?: string | undefined
  /** Ends a login that needs nothing after its link. */
  complete?: ((signal: AbortSignal) => Promise<void>) | undefined
}

/** Replaces the pending login; by none, if nothing is given. */
export function setPending(pending: PendingLogin, next: PendingLogin = {}): void {
  pending.txnId = next.txnId
  pending.complete = next.complete
}
