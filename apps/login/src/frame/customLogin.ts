import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { loginCustom } from '@foyer/protocol/login'
import { endSocialLogin } from '../session/endSocialLogin.ts'
import type { LoginSession } from '../session/openSession.ts'
import type { Challenges } from './challenge.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { type PendingLogin, setPending } from './pendingLogin.ts'
import { createSettle } from './social/createSettle.ts'

/** Makes the handlers of a login by the site's own login: the page brings the token of its server. */
export function customLogin({
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
}): Pick<FrameHandlers, 'GET_CUSTOM_NONCE' | 'CONNECT_CUSTOM'> {
  const settle = createSettle({ account, pending, session })
  let begun: string | undefined
  return {
    async GET_CUSTOM_NONCE(_, { origin, signal }) {
      begun = undefined
      setPending(pending)
      const body = { site: { projectId, origin } }
      const { nonce, txnId } = await session.call(loginCustom, body, { signal })
      begun = txnId
      return { nonce }
    },
    async CONNECT_CUSTOM({ token }, context) {
      const txnId = begun
      if (txnId === undefined)
        throw new FoyerError('request-invalid', { details: 'Ask for a nonce first.' })
      begun = undefined
      return challenges.run(context.signal, async (tools) =>
        settle(await endSocialLogin(session, { token, txnId }, tools)),
      )
    },
  }
}
