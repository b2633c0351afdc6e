/** A site's own login, with which its users open the wallet. */
export type CustomAuth = {
  /** Name of the login for users: a button "Continue with Acme" in the modal. */
  readonly name: string
  /**
   * Returns a signed token of your server for your logged-in user: a JWT whose claim `nonce` is this one. Called for each login, and
   * again when the wallet's session has ended.
   *
   * @returns The token; undefined if your user is not logged in.
   */
  readonly getToken: (request: {
    /** Up to 64 characters: bound to this browser, and good for one token within ten minutes. */
    readonly nonce: string
    /** Aborts after `timeoutMs`, or when the user cancels. */
    readonly signal: AbortSignal
  }) => Promise<string | undefined>
  /**
   * Connects without a click when the page starts, if `getToken` returns a token; not after the user has disconnected.
   * @default false
   */
  readonly silent?: boolean | undefined
  /** Time limit of `getToken`, ms. @default 15000 */
  readonly timeoutMs?: number | undefined
}
