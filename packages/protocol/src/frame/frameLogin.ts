import type { FrameReply, FrameRequest } from './frameMessages.ts'

type Options = { signal?: AbortSignal | undefined }
/** An answer after the operator's challenge, if there was one. */
export type Unchallenged<reply extends { action?: string | undefined }> = Omit<reply, 'action'> & {
  [key in keyof Pick<reply, 'action'>]: Exclude<reply[key], 'CHALLENGE'>
}

/**
 * The functions with which a screen logs a user in to the embedded wallet, and changes the email of a login. Each may load
 * the frame first. After a successful login, call core's `connect` with the same connector.
 *
 * @throws FoyerError Each: `params-invalid`, `frame-load-failed`, `request-timed-out`, `request-aborted`, and the errors of
 *   the login server
 */
export type FrameLogin = {
  /** Sends a link or a code; show `number` while waiting for the link. @throws `email-throttled` within 30 s of the last one. @source spec 4.5, 5.8, 7.1 */
  connectEmail(
    request: FrameRequest<'CONNECT_EMAIL'> & Options,
  ): Promise<Unchallenged<FrameReply<'CONNECT_EMAIL'>>>
  /** Waits until the link in the email is approved. @throws `user-rejected`; `request-timed-out` after 20 min. @source spec 7.2 */
  connectDevice(options?: Options): Promise<void>
  /** @source spec 7.3 */
  connectOtp(request: FrameRequest<'CONNECT_OTP'> & Options): Promise<void>
  /**
   * Opens a wallet that passkeys alone hold, or makes one, on a screen of the frame. Each signature then asks for the passkey.
   *
   * @throws `user-rejected` when the user closes the screen
   */
  connectPasskey(options?: Options): Promise<void>
  /** @returns The URL for the login window; always on the login site. @source spec 7.5 */
  getSocialRedirectUri(request: FrameRequest<'GET_SOCIAL_REDIRECT_URI'> & Options): Promise<string>
  /** @source spec 7.4 */
  connectSocial(
    request: FrameRequest<'CONNECT_SOCIAL'> & Options,
  ): Promise<Unchallenged<FrameReply<'CONNECT_SOCIAL'>>>
  /**
   * Logs in with a token of the site's own login: asks the option `customAuth.getToken` for it. `FAILED` with the reason `no-token`:
   * the site's user is not logged in there.
   *
   * @throws `options-invalid` without `customAuth`; `request-timed-out` or `http-failed`, with its cause, when `getToken` fails
   */
  connectCustom(options?: Options): Promise<
    Omit<Unchallenged<FrameReply<'CONNECT_CUSTOM'>>, 'reason'> & {
      reason?: FrameReply<'CONNECT_CUSTOM'>['reason'] | 'no-token'
    }
  >
  /** @returns The URI for the user's Farcaster app to scan. @source spec 7.17 */
  getFarcasterUri(options?: Options): Promise<string>
  /**
   * Waits for the user's approval in the app, after {@link getFarcasterUri}.
   *
   * @returns The name that the app shows, which is not verified. With `reason` nobody is logged in: the login was removed from an
   *   account, or added to one that had been idle, less than 72 hours ago.
   * @throws `user-rejected` when the user refused, `request-timed-out` after 5 min, `action-not-allowed` for an answer that is not
   *   of this login
   * @source spec 7.17
   */
  connectFarcaster(
    options?: Options,
  ): Promise<{ userName: string | undefined; reason?: 'held' | 'removed' }>
  /** Returns which code is needed first: that of the old address, or of the new one. @source spec 4.6, 7.12 */
  updateEmail(
    request: FrameRequest<'UPDATE_EMAIL'> & Options,
  ): Promise<FrameReply<'UPDATE_EMAIL'>['action']>
  updateEmailPrimaryOtp(request: FrameRequest<'UPDATE_EMAIL_PRIMARY_OTP'> & Options): Promise<void>
  /** @returns The new address, with which the user is now logged in, and the number of the link to the old one. */
  updateEmailSecondaryOtp(
    request: FrameRequest<'UPDATE_EMAIL_SECONDARY_OTP'> & Options,
  ): Promise<FrameReply<'UPDATE_EMAIL_SECONDARY_OTP'>>
}
