import * as v from 'valibot'
import { answerMs, type FrameMessageTable, frameFields } from './frameFields.ts'
import { frameTheme } from './frameTheme.ts'

const { account, accountType, chainId, nothing, optionalText, text, uri } = frameFields

/** An open JSON value; anything else was rejected before. */
const json = v.optional(v.unknown())

/** Timeout of requests that the user approves, ms. @source security 3.5: a request expires after 5 min */
export const decisionMs = 300_000

/** The logged-in user. @source spec 3.2 */
const user = v.strictObject({
  email: v.optional(v.nullable(text(254))),
  address: text(128),
  chainId,
  accounts: v.optional(v.pipe(v.array(account), v.maxLength(20))),
  userName: optionalText,
  /** The ways to log in: `email`, names of providers, or `passkey` for a wallet that passkeys alone hold. */
  logins: v.optional(v.pipe(v.array(text(40)), v.maxLength(16))),
  preferredAccountType: v.optional(accountType),
  smartAccountDeployed: v.optional(v.boolean()),
  /** The signature of `siwxMessage`. */
  signature: v.optional(text(20_000)),
})

const cut = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, most)),
  )

/** The site's metadata: an unverified claim, so oversized parts are dropped. @source spec 3.6 */
const metadata = v.object({
  name: cut(256),
  description: cut(1024),
  url: cut(2048),
  icons: v.pipe(
    v.array(v.string()),
    v.transform((icons) => icons.filter((icon) => icon.length <= 4096).slice(0, 8)),
  ),
  sdkVersion: cut(64),
  sdkType: cut(64),
  projectId: cut(128),
})

/**
 * The messages of a wallet with a logged-in user.
 *
 * @source security 3.3; spec 7.6-7.8, 7.10, 7.11, 7.13, 7.14, 7.18, 9.4
 */
export const walletMessages = {
  GET_USER: {
    request: v.strictObject({
      chainId: v.optional(chainId),
      preferredAccountType: v.optional(accountType),
      socialUri: v.optional(uri),
      siwxMessage: v.optional(text(8192)),
    }),
    reply: user,
    // On a new device the user may first have to open the wallet with a passkey or a code.
    timeoutMs: decisionMs,
  },
  IS_CONNECTED: {
    request: nothing,
    reply: v.strictObject({ isConnected: v.boolean() }),
    timeoutMs: answerMs,
  },
  SWITCH_NETWORK: {
    request: v.strictObject({ chainId }),
    reply: v.strictObject({ chainId }),
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
  /** Rejects the request with this id, or all; only requests that sign, send or grant. @source spec 4.21 */
  RPC_ABORT: {
    request: v.strictObject({ id: v.optional(v.pipe(v.string(), v.uuid())) }),
    reply: nothing,
    timeoutMs: answerMs,
  },
  SYNC_THEME: { request: frameTheme, reply: nothing, timeoutMs: answerMs },
  SYNC_DAPP_DATA: { request: v.strictObject({ metadata }), reply: nothing, timeoutMs: answerMs },
  /** The page waits 3 s for a disconnect, so this timeout must be shorter. @source spec 9.4 */
  SIGN_OUT: { request: nothing, reply: nothing, timeoutMs: 2_900 },
  RELOAD: { request: nothing, reply: nothing, timeoutMs: answerMs },
} as const satisfies FrameMessageTable

/** Messages that the frame pushes. @source security 3.3 */
export const framePushes = {
  /** Shows the frame; `height` of its content, px. */
  SHOW: v.strictObject({
    height: v.pipe(v.number(), v.integer(), v.minValue(120), v.maxValue(2000)),
  }),
  HIDE: nothing,
  /** The user must approve the request `rid` in a window, which only a click may open. */
  POPUP_NEEDED: v.strictObject({ rid: v.pipe(v.string(), v.uuid()), reason: text(256) }),
  /** The window of the request `rid` has loaded and shows it. */
  POPUP_OPENED: v.strictObject({ rid: v.pipe(v.string(), v.uuid()) }),
  /** The login has expired: nothing can be signed any more. */
  SESSION_ENDED: nothing,
} as const
