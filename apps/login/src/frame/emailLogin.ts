import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import {
  loginDevice,
  loginOtp,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from '@foyer/protocol/login'
import type { LoginSession } from '../session/openSession.ts'
import { requestLogin } from '../session/requestLogin.ts'
import type { Challenges } from './challenge.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { type PendingLogin, setPending } from './pendingLogin.ts'

/** Time limit of one wait for the link, in ms: the server answers within 25 s. @source security 2.9 */
const waitMs = 28_000

type Messages =
  | 'CONNECT_EMAIL'
  | 'CONNECT_DEVICE'
  | 'CONNECT_OTP'
  | 'UPDATE_EMAIL'
  | 'UPDATE_EMAIL_PRIMARY_OTP'
  | 'UPDATE_EMAIL_SECONDARY_OTP'

/**
 * Makes the handlers of e-mail login and change of e-mail. The server decides each step; the frame only keeps the id of
 * the login or change in progress.
 * @source security 2.9, 2.12; spec 7.1-7.3, 7.12
 */
export function emailLogin({
  account,
  challenges,
  pending,
  projectId,
  session,
}: {
  account: FrameAccount
  challenges: Challenges
  pending: PendingLogin
  projectId: string
  session: LoginSession
}): Pick<FrameHandlers, Messages> {
  let change: string | undefined
  const under = (txnId: string | undefined, what: string): string => {
    if (txnId !== undefined) return txnId
    throw new FoyerError('request-invalid', { details: `No ${what} is under way.` })
  }
  const waitForDevice: FrameHandlers['CONNECT_DEVICE'] = async (_, { signal }) => {
    const { complete, txnId } = pending
    const body = { txnId: under(txnId, 'login') }
    const reply = await session.call(loginDevice, body, { signal, limitMs: waitMs })
    if (reply.status === 'approved') await complete?.(signal)
    return reply
  }
  const proveOldAddress: FrameHandlers['UPDATE_EMAIL_PRIMARY_OTP'] = ({ otp }, { signal }) =>
    account.call(updateEmailPrimary, { txnId: under(change, 'change'), otp }, { signal })
  return {
    CONNECT_DEVICE: waitForDevice,
    UPDATE_EMAIL_PRIMARY_OTP: proveOldAddress,
    CONNECT_EMAIL: ({ email }, { origin, signal: asked }) =>
      challenges.run(asked, async ({ showChallenge, signal }) => {
        setPending(pending)
        const body = { email, site: { projectId, origin } }
        const reply = await requestLogin(session, body, {
          resume: account.resume,
          showChallenge,
          signal,
        })
        if (!reply) return { action: 'CONNECT' }
        if (reply.action === 'CONNECT')
          throw new FoyerError('not-connected', { details: 'Try again in a moment.' })
        setPending(pending, { txnId: reply.txnId })
        if (reply.action === 'VERIFY_OTP') return { action: reply.action }
        return { action: reply.action, number: reply.number }
      }),
    async CONNECT_OTP({ otp }, { signal }) {
      const txnId = under(pending.txnId, 'login')
      const { ticket } = await session.call(loginOtp, { txnId, otp }, { signal })
      setPending(pending)
      await account.logIn(ticket)
      return {}
    },
    async UPDATE_EMAIL({ email }, { signal }) {
      change = undefined
      const { action, txnId } = await account.call(updateEmail, { email }, { signal })
      change = txnId
      return { action }
    },
    async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal }) {
      const txnId = under(change, 'change')
      const reply = await account.call(updateEmailSecondary, { txnId, otp }, { signal })
      change = undefined
      return reply
    },
  }
}
