import { delay } from '@foyer/core/internal'
import { type ChainId, FoyerError } from '@foyer/protocol'
import {
  accountMessages,
  type FrameLogin,
  type FrameMessageType,
  frameLimits,
  type Unchallenged,
} from '@foyer/protocol/frame'
import type { CustomAuth } from '../customAuth.ts'
import { createConnectCustom } from './connectCustom.ts'
import type { AskFrame } from './createChannel.ts'
import { rememberPlace } from './takeSocialResult.ts'

/** The login requests of the frame, and its account types. */
export type Login = FrameLogin & {
  /** Sets the account type, or `eoa` on failure. @returns The current type. @source spec 4.10 */
  setPreferredAccount(requested: 'eoa' | 'smartAccount'): Promise<'eoa' | 'smartAccount'>
  getSmartAccountNetworks(): Promise<ChainId[]>
}

/** Time for a user to approve the link of a mail, ms. @source security 2.9 */
const deviceMs = 20 * 60_000
/** Time for a Farcaster login, ms. @source security 2.11 */
const farcasterMs = 10 * 60_000
const farcasterErrors = {
  denied: 'user-rejected',
  expired: 'request-timed-out',
  refused: 'action-not-allowed',
} as const
/** Pause before a frame that answered `pending` is polled again, ms. */
const pauseMs = 1_000

/** Requests whose timeout is reported to the developer. @source spec 9.3 */
const timed: readonly FrameMessageType[] = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
  'GET_CUSTOM_NONCE',
  'CONNECT_CUSTOM',
]

/** Creates the functions that login screens call. */
export function createLogin({
  ask: askFrame,
  addMessages,
  customAuth,
  loginOrigin,
  onAccountType,
  onCustom,
  onEmail,
  onTimeout,
}: {
  ask: AskFrame
  addMessages: (more: typeof accountMessages) => void
  customAuth: CustomAuth | undefined
  /** A login by `customAuth` succeeded. */
  onCustom: () => void
  loginOrigin: string
  /** The e-mail of the login has changed. */
  onEmail: (email: string) => void
  /** Called when another account of the login has become its first. */
  onAccountType: () => Promise<void>
  /** A login request timed out. @source spec 9.3 */
  onTimeout: () => void
}): Login {
  addMessages(accountMessages)
  const ask: AskFrame = (type, payload, options) =>
    askFrame(type, payload, options).catch((error: FoyerError) => {
      if (error.code === 'request-timed-out' && timed.includes(type)) onTimeout()
      throw error
    })
  /** Has the frame show the operator's challenge, if a login needs it. */
  const passChallenge = async <reply extends { action?: string | undefined }>(
    reply: reply,
    signal: AbortSignal | undefined,
  ) =>
    (reply.action === 'CHALLENGE'
      ? await ask('CONNECT_CHALLENGE', {}, { signal })
      : reply) as Unchallenged<reply>
  /** Time of the last mail to each address, by the monotonic clock. */
  const sentAt = new Map<string, number>()

  return {
    async connectEmail({ email, signal }) {
      const key = email.trim().toLowerCase()
      const waitMs =
        (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) +
        frameLimits.emailThrottleMs -
        performance.now()
      if (waitMs > 0)
        throw new FoyerError('email-throttled', { values: { n: Math.ceil(waitMs / 1000) } })
      const asked = await ask('CONNECT_EMAIL', { email }, { signal })
      const reply = await passChallenge(asked, signal)
      if (reply.action !== 'CONNECT') sentAt.set(key, performance.now())
      return reply
    },
    async connectDevice({ signal } = {}) {
      const status = await untilDone(deviceMs, signal, async () => {
        const { status } = await ask('CONNECT_DEVICE', {}, { signal })
        return status === 'pending' ? undefined : status
      })
      if (status === 'denied')
        throw new FoyerError('user-rejected', { details: 'The link of the mail was refused.' })
    },
    async connectOtp({ otp, signal }) {
      await ask('CONNECT_OTP', { otp }, { signal })
    },
    async connectPasskey({ signal } = {}) {
      await ask('CONNECT_PASSKEY', {}, { signal })
    },
    async getSocialRedirectUri({ signal, ...request }) {
      if (request.returnTo !== undefined) rememberPlace()
      const { uri } = await ask('GET_SOCIAL_REDIRECT_URI', request, { signal })
      // The target of a page's window, which must be on the login site.
      if (URL.canParse(uri) && new URL(uri).origin === loginOrigin) return uri
      throw new FoyerError('unknown', { details: 'The login leads to another site.' })
    },
    connectSocial: async ({ signal, ...request }) =>
      passChallenge(await ask('CONNECT_SOCIAL', request, { signal }), signal),
    connectCustom: createConnectCustom({ ask, customAuth, passChallenge, onDone: onCustom }),
    async getFarcasterUri({ signal } = {}) {
      return (await ask('GET_FARCASTER_URI', {}, { signal })).uri
    },
    connectFarcaster: ({ signal } = {}) =>
      untilDone(farcasterMs, signal, async () => {
        const { status, userName } = await ask('CONNECT_FARCASTER', {}, { signal })
        if (status === 'pending') return undefined
        if (status === 'connected') return { userName: userName ?? undefined }
        if (status === 'held' || status === 'removed')
          return { userName: undefined, reason: status }
        throw new FoyerError(farcasterErrors[status], {
          details: `The Farcaster login is ${status}.`,
        })
      }),
    async updateEmail({ email, signal }) {
      return (await ask('UPDATE_EMAIL', { email }, { signal })).action
    },
    async updateEmailPrimaryOtp({ otp, signal }) {
      await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp }, { signal })
    },
    async updateEmailSecondaryOtp({ otp, signal }) {
      const reply = await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp }, { signal })
      onEmail(reply.email)
      return reply
    },
    async setPreferredAccount(requested) {
      const set = async (type: typeof requested) =>
        (await ask('SET_PREFERRED_ACCOUNT', { type })).type
      const type = await set(requested).catch((error: FoyerError) => {
        if (requested === 'eoa' || error.code === 'not-connected') throw error
        return set('eoa')
      })
      await onAccountType()
      return type
    },
    async getSmartAccountNetworks() {
      return (await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS', {})).smartAccountEnabledNetworks
    },
  }
}

/** Polls until there is an answer. @throws FoyerError `request-timed-out`, `request-aborted` */
async function untilDone<value>(
  limitMs: number,
  signal: AbortSignal | undefined,
  ask: () => Promise<value | undefined>,
): Promise<value> {
  for (const until = performance.now() + limitMs; performance.now() < until; ) {
    const askedAt = performance.now()
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(askedAt + pauseMs - performance.now(), signal)
  }
  throw new FoyerError('request-timed-out', { details: `${limitMs / 60_000} minutes` })
}
