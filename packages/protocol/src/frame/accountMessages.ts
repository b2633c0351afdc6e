import * as v from 'valibot'
import { customToken } from '../login/customToken.ts'
import { socialFailure } from '../login/socialCalls.ts'
import { emailPattern } from './emailPattern.ts'
import { answerMs, type FrameMessageTable, frameFields } from './frameFields.ts'
import { decisionMs } from './walletMessages.ts'

const { accountType, chainId, nothing, optionalText, text, uri } = frameFields

/** @source spec 5.1; security 2.9: lower case, ASCII, at most 254 characters, no line break */
const email = v.pipe(
  text(254),
  v.trim(),
  v.toLowerCase(),
  v.regex(emailPattern, 'must be a valid email address'),
)

/** @source spec 5.2; security 3.3: six digits */
const otp = v.pipe(v.string('must be text'), v.regex(/^\d{6}$/, 'must be six digits'))

/** @source spec 5.3 */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Telegram is offered where the login site has it configured. @source spec 4.26 */
const provider = v.picklist([...socialProviders, 'telegram'])

/**
 * The number of a mailed link: the page shows it, and a user who opens the link in another browser must enter its last two
 * digits. @source security 2.9
 */
const number = v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/)))

/** How a login ends, or what it needs next. */
const loginEnds = ['CONNECT', 'VERIFY_DEVICE', 'EXISTS', 'FAILED'] as const
/** The end of a login that another party vouches for. */
const loginReply = v.strictObject({
  /** Undefined: logged in. `CHALLENGE`: ask `CONNECT_CHALLENGE` for the end. */
  action: v.optional(v.picklist([...loginEnds, 'CHALLENGE'])),
  by: v.optional(text(32)),
  reason: v.optional(socialFailure),
  email: optionalText,
  number,
  userName: optionalText,
})

/** Timeout of login messages, which may wait for another server. @source spec 9.3: 30 s, then `iframe_request_timeout` */
const loginMs = 30_000

/**
 * The messages for logging in and for account settings, in a separate table: a page that only requests signatures never
 * loads them.
 *
 * @source security 3.3; spec 7.1-7.5, 7.9, 7.12, 7.15-7.17
 */
export const accountMessages = {
  CONNECT_EMAIL: {
    request: v.strictObject({ email }),
    reply: v.strictObject({
      /** `CHALLENGE`: ask `CONNECT_CHALLENGE` for the answer. */
      action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT', 'CHALLENGE']),
      number,
    }),
    timeoutMs: loginMs,
  },
  /**
   * Shows the operator's challenge, after an answer `CHALLENGE`; then answers as that message would have without it. A message of its
   * own, since a user needs longer for it than a login waits.
   */
  CONNECT_CHALLENGE: {
    request: nothing,
    reply: v.strictObject({
      ...loginReply.entries,
      action: v.optional(v.picklist([...loginEnds, 'VERIFY_OTP'])),
    }),
    timeoutMs: decisionMs,
  },
  /** Answers within 25 s; repeat the call after `pending`. @source security 2.9 */
  CONNECT_DEVICE: {
    request: nothing,
    reply: v.strictObject({ status: v.picklist(['approved', 'denied', 'pending']) }),
    timeoutMs: loginMs,
  },
  CONNECT_OTP: { request: v.strictObject({ otp }), reply: nothing, timeoutMs: loginMs },
  /** Opens a wallet that passkeys alone hold, or makes one; the frame shows the screen for it. */
  CONNECT_PASSKEY: { request: nothing, reply: nothing, timeoutMs: decisionMs },
  GET_SOCIAL_REDIRECT_URI: {
    /** With `returnTo`, the login leaves this page, and comes back to this address of the same origin. */
    request: v.strictObject({ provider, returnTo: v.optional(uri) }),
    reply: v.strictObject({ uri }),
    timeoutMs: loginMs,
  },
  /**
   * `VERIFY_DEVICE`: the vault has mailed a link to `email`; after `CONNECT_DEVICE` answered `approved`, the login is complete.
   * `EXISTS`: the provider's address belongs to an account with the login `by`, and nothing was changed. `FAILED`: the user
   * cancelled, the provider did not answer, its answer was refused, or it told no address, which this login needs.
   */
  CONNECT_SOCIAL: {
    request: v.strictObject({ uri, preferredAccountType: v.optional(accountType) }),
    reply: loginReply,
    timeoutMs: loginMs,
  },
  /** Begins a login by the site's own login. The site's server puts `nonce` into its token. */
  GET_CUSTOM_NONCE: {
    request: nothing,
    reply: v.strictObject({ nonce: text(64) }),
    timeoutMs: loginMs,
  },
  /** Ends it with the token; answers like CONNECT_SOCIAL. */
  CONNECT_CUSTOM: {
    request: v.strictObject({ token: customToken }),
    reply: loginReply,
    timeoutMs: loginMs,
  },
  GET_FARCASTER_URI: { request: nothing, reply: v.strictObject({ uri }), timeoutMs: loginMs },
  /**
   * Answers within 25 s; repeat the call after `pending`. `denied`: the user refused in the app; `refused`: the app's answer is
   * not for this login; `held`, `removed`: the login opens nothing for 72 hours, as in `socialFailure`. `userName` is not verified, only to be shown. @source security 2.11
   */
  CONNECT_FARCASTER: {
    request: nothing,
    reply: v.strictObject({
      status: v.picklist([
        ...['connected', 'pending', 'denied', 'expired', 'refused'],
        ...['held', 'removed'],
      ] as const),
      userName: optionalText,
    }),
    timeoutMs: loginMs,
  },
  UPDATE_EMAIL: {
    request: v.strictObject({ email }),
    reply: v.strictObject({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    timeoutMs: answerMs,
  },
  UPDATE_EMAIL_PRIMARY_OTP: {
    request: v.strictObject({ otp }),
    reply: v.strictObject({ action: v.literal('VERIFY_SECONDARY_OTP') }),
    timeoutMs: answerMs,
  },
  UPDATE_EMAIL_SECONDARY_OTP: {
    request: v.strictObject({ otp }),
    reply: v.strictObject({ email, number }),
    timeoutMs: answerMs,
  },
  GET_CHAIN_ID: { request: nothing, reply: v.strictObject({ chainId }), timeoutMs: answerMs },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    request: nothing,
    reply: v.strictObject({
      smartAccountEnabledNetworks: v.pipe(v.array(chainId), v.maxLength(500)),
    }),
    timeoutMs: answerMs,
  },
  SET_PREFERRED_ACCOUNT: {
    request: v.strictObject({ type: accountType }),
    reply: v.strictObject({ type: accountType, address: text(128) }),
    timeoutMs: answerMs,
  },
} as const satisfies FrameMessageTable
