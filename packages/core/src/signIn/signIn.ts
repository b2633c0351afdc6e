import type { ChainId, FoyerError, Namespace } from '@foyer/protocol'
import type { SignInSession } from '@foyer/protocol/signIn'

/** A sign-in that waits for the user. */
export type PendingSignIn = {
  readonly namespace: Namespace
  readonly address: string
  readonly chainId: ChainId
  /**
   * `checking`: asks the server whether this account has signed in; `idle`: waits for a click; `signing`: waits for the
   * wallet; `verifying`: waits for the server.
   */
  readonly status: 'checking' | 'idle' | 'signing' | 'verifying' | 'failed'
  /** Of the last try. */
  readonly error?: FoyerError | undefined
  /** The account disconnects if it does not sign in. */
  readonly isRequired: boolean
  /** Asks the wallet; call it in a click handler, since a wallet may open a window. */
  sign(): void
  /** Stays connected without a sign-in, or disconnects if it is required. Later calls do nothing. */
  cancel(): void
}

/** The accounts that the site's server knows as signed in. */
export type SignInStatus =
  | { readonly status: 'unknown' }
  /** `session` is undefined if nobody has signed in. */
  | { readonly status: 'known'; readonly session: SignInSession | undefined }
