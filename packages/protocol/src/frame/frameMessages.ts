import * as v from 'valibot'
import { frameFields, socialProviders } from './frameFields.ts'
import { frameTheme } from './frameTheme.ts'

const { account, accountType, chainId, email, otp, text, uri } = frameFields

const nothing = v.strictObject({})
const optionalText = v.optional(v.nullable(text(256)))
/** An open JSON value; what is no plain JSON never gets here. */
const json = v.optional(v.unknown())

/** Logging in may wait for another server. @source ledger 9.3: 30 s, then `iframe_request_timeout` */
const loginMs = 30_000
/** What the frame answers by itself or by one call to its server. */
const answerMs = 30_000
/** A person reads and decides. @source security 3.5: a request expires after 5 min */
const decisionMs = 300_000

/** Who is logged in. @source ledger 3.2 */
const user = v.strictObject({
  email: v.optional(v.nullable(text(254))),
  address: text(128),
  chainId,
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(20))),
  userName: optionalText,
  preferredAccountType: v.optional(accountType),
  smartAccountDeployed: v.optional(v.boolean()),
  /** Of `siwxMessage`. */
  signature: v.optional(text(20_000)),
})

/** What the site says of itself: shown only as a claim. @source ledger 3.6 */
const metadata = v.strictObject({
  name: text(256),
  description: text(1024),
  url: text(2048),
  icons: v.pipe(v.array(text(4096)), v.maxLength(8)),
  sdkVersion: text(64),
  sdkType: text(64),
  projectId: text(128),
})

/**
 * Every message of a page to the secure frame: what it carries, what the answer carries, and how long the page waits for
 * it, ms. The name on the wire is the key; the answer's is the key with `_SUCCESS` or `_ERROR` behind it.
 *
 * @source security 3.3; ledger 7.1-7.18, 9.3, 9.4
 */
export const frameMessages = {
  CONNECT_EMAIL: {
    request: v.strictObject({ email }),
    reply: v.strictObject({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
    timeoutMs: loginMs,
  },
  /** Answers within 25 s; `pending` is asked again. @source security 2.9 */
  CONNECT_DEVICE: {
    request: nothing,
    reply: v.strictObject({ status: v.picklist(['approved', 'denied', 'pending']) }),
    timeoutMs: loginMs,
  },
  CONNECT_OTP: { request: v.strictObject({ otp }), reply: nothing, timeoutMs: loginMs },
  GET_SOCIAL_REDIRECT_URI: {
    request: v.strictObject({ provider: v.picklist(socialProviders) }),
    reply: v.strictObject({ uri }),
    timeoutMs: loginMs,
  },
  CONNECT_SOCIAL: {
    request: v.strictObject({ uri, preferredAccountType: v.optional(accountType) }),
    reply: v.strictObject({ email: optionalText, userName: optionalText }),
    timeoutMs: loginMs,
  },
  GET_FARCASTER_URI: { request: nothing, reply: v.strictObject({ uri }), timeoutMs: loginMs },
  /** Answers within 25 s; `pending` is asked again. @source security 2.11 */
  CONNECT_FARCASTER: {
    request: nothing,
    reply: v.strictObject({
      status: v.picklist(['connected', 'pending']),
      userName: optionalText,
    }),
    timeoutMs: loginMs,
  },
  GET_USER: {
    request: v.strictObject({
      chainId: v.optional(chainId),
      preferredAccountType: v.optional(accountType),
      socialUri: v.optional(uri),
      siwxMessage: v.optional(text(8192)),
    }),
    reply: user,
    timeoutMs: answerMs,
  },
  IS_CONNECTED: {
    request: nothing,
    reply: v.strictObject({ isConnected: v.boolean() }),
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
  SWITCH_NETWORK: {
    request: v.strictObject({ chainId }),
    reply: v.strictObject({ chainId }),
    timeoutMs: answerMs,
  },
  SET_PREFERRED_ACCOUNT: {
    request: v.strictObject({ type: accountType }),
    reply: v.strictObject({ type: accountType, address: text(128) }),
    timeoutMs: answerMs,
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
    reply: v.strictObject({ email }),
    timeoutMs: answerMs,
  },
  RPC_REQUEST: {
    request: v.strictObject({
      method: v.pipe(text(128), v.minLength(1)),
      params: json,
      chainNamespace: v.optional(v.picklist(['eip155', 'solana'])),
      chainId: v.optional(chainId),
    }),
    reply: v.strictObject({ result: json }),
    timeoutMs: decisionMs,
  },
  /** Rejects the request of this id, or all: only those that sign, send or grant. @source ledger 4.21 */
  RPC_ABORT: {
    request: v.strictObject({ id: v.optional(v.pipe(v.string(), v.uuid())) }),
    reply: nothing,
    timeoutMs: answerMs,
  },
  SYNC_THEME: { request: frameTheme, reply: nothing, timeoutMs: answerMs },
  SYNC_DAPP_DATA: { request: v.strictObject({ metadata }), reply: nothing, timeoutMs: answerMs },
  /** The page's own limit for a disconnection is 3 s as well: this one must be over before. @source ledger 9.4 */
  SIGN_OUT: { request: nothing, reply: nothing, timeoutMs: 2_900 },
  RELOAD: { request: nothing, reply: nothing, timeoutMs: answerMs },
} as const satisfies Record<
  string,
  { request: v.GenericSchema; reply: v.GenericSchema; timeoutMs: number }
>

/** What the frame tells without being asked. @source security 3.3 */
export const framePushes = {
  /** Shows the frame: `height` of what it shows, px. */
  SHOW: v.strictObject({
    height: v.pipe(v.number(), v.integer(), v.minValue(120), v.maxValue(2000)),
  }),
  HIDE: nothing,
  /** The visitor has to approve the request `rid` in a window, which only a click may open. */
  POPUP_NEEDED: v.strictObject({ rid: v.pipe(v.string(), v.uuid()), reason: text(256) }),
  /** The login is over: nothing can be signed any more. */
  SESSION_ENDED: nothing,
} as const

export type FrameMessageType = keyof typeof frameMessages
/** What a page may hand over with a message. */
export type FrameRequest<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['request']
>
/** What the frame gets of it. */
export type FrameRequestParsed<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['request']
>
export type FrameReply<type extends FrameMessageType> = v.InferOutput<
  (typeof frameMessages)[type]['reply']
>
/** What the frame may answer. */
export type FrameReplyInput<type extends FrameMessageType> = v.InferInput<
  (typeof frameMessages)[type]['reply']
>
export type FramePushType = keyof typeof framePushes
export type FramePush<type extends FramePushType> = v.InferOutput<(typeof framePushes)[type]>
/** Who is logged in. */
export type FrameUser = FrameReply<'GET_USER'>

/** Whether `text` names a message of the table. */
export function isFrameMessage(text: string): text is FrameMessageType {
  return Object.hasOwn(frameMessages, text)
}
