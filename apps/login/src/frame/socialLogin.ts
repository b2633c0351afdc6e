import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { loginSocial, loginSocialBind, loginSocialEnd } from '@foyer/protocol/login'
import type { LoginSession } from '../session/openSession.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { type PendingLogin, setPending } from './pendingLogin.ts'
import { attestWindow } from './social/attestWindow.ts'

/**
 * Makes the handlers of a login at a provider. The frame attests one window: the one that its page opened for the login that
 * this frame has begun.
 * @source security 2.10; ledger 7.4, 7.5
 */
export function socialLogin({
  account,
  pending,
  projectId,
  session,
}: {
  account: FrameAccount
  pending: PendingLogin
  projectId: string
  session: LoginSession
}): Pick<FrameHandlers, 'GET_SOCIAL_REDIRECT_URI' | 'CONNECT_SOCIAL'> {
  let stop = () => {}
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
    async CONNECT_SOCIAL({ uri }, { signal }) {
      stop()
      const result = readResult(uri)
      const reply = await session.call(loginSocialEnd, { result }, { signal })
      const { action } = reply
      if (action === 'FAILED') return { action, reason: reply.reason }
      const { email } = reply
      if (action === 'EXISTS') return { action, by: reply.by, email }
      if (action === 'VERIFY_DEVICE') {
        const { number, txnId } = reply
        setPending(pending, { txnId, complete: (signal) => complete(txnId, signal) })
        return { action, email, number }
      }
      await account.logIn(reply.ticket)
      return { action, email, userName: reply.userName }
    },
  }

  /** The link of the mail was approved. */
  async function complete(txnId: string, signal: AbortSignal): Promise<void> {
    const reply = await session.call(loginSocialEnd, { txnId }, { signal })
    if (reply.action !== 'CONNECT')
      throw new FoyerError('action-not-allowed', { details: `The login ended: ${reply.action}` })
    setPending(pending)
    await account.logIn(reply.ticket)
  }
}

/** The one-time result in the address that the window sent. */
function readResult(uri: string): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const result = url?.searchParams.get('r')
  if (url?.origin === location.origin && url.pathname === '/oauth/result' && result) return result
  throw new FoyerError('params-invalid', { details: 'uri: no result of this login site' })
}
