import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { loginSocial, loginSocialBind } from '@foyer/protocol/login'
import { endSocialLogin } from '../session/endSocialLogin.ts'
import type { LoginSession } from '../session/openSession.ts'
import type { Challenges } from './challenge.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import type { PendingLogin } from './pendingLogin.ts'
import { attestWindow } from './social/attestWindow.ts'
import { createSettle } from './social/createSettle.ts'

/**
 * Makes the handlers of a login at a provider. The frame attests one window: the one that its page opened for the login that
 * this frame has begun.
 * @source security 2.10; spec 7.4, 7.5
 */
export function socialLogin({
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
}): Pick<FrameHandlers, 'GET_SOCIAL_REDIRECT_URI' | 'CONNECT_SOCIAL'> {
  let stop = () => {}
  const settle = createSettle({ account, pending, session })
  return {
    async GET_SOCIAL_REDIRECT_URI({ provider, returnTo }, { origin, signal }) {
      stop()
      // A page that leaves loses a device that is only in memory, which alone may redeem the result.
      if (returnTo !== undefined && session.storage === 'memory')
        throw new FoyerError('action-not-allowed', { details: 'This browser keeps no device.' })
      const body = {
        ...{ provider, site: { projectId, origin } },
        ...(returnTo !== undefined && { returnTo }),
      }
      const { txnId, uri } = await session.call(loginSocial, body, { signal })
      if (returnTo === undefined)
        stop = attestWindow(txnId, async (challenge) => {
          await session.call(loginSocialBind, { txnId, challenge })
        })
      return { uri }
    },
    CONNECT_SOCIAL({ uri }, { signal }) {
      stop()
      const result = readResult(uri)
      return challenges.run(signal, async (tools) =>
        settle(await endSocialLogin(session, { result }, tools)),
      )
    },
  }
}

/** The one-time result in the address that the window sent. */
function readResult(uri: string): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const result = url?.searchParams.get('r')
  if (url?.origin === location.origin && url.pathname === '/oauth/result' && result) return result
  throw new FoyerError('params-invalid', { details: 'uri: no result of this login site' })
}
