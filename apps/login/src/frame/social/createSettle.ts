import { FoyerError } from '@foyer/protocol'
import type { FrameReplyInput, Unchallenged } from '@foyer/protocol/frame'
import { loginSocialEnd } from '@foyer/protocol/login'
import type { SocialEnd } from '../../session/endSocialLogin.ts'
import type { LoginSession } from '../../session/openSession.ts'
import type { FrameAccount } from '../createFrameAccount.ts'
import { type PendingLogin, setPending } from '../pendingLogin.ts'

/** Makes the function that applies the server's answer to the end of a login, and tells it to the page. */
export function createSettle({
  account,
  pending,
  session,
}: {
  account: FrameAccount
  pending: PendingLogin
  session: LoginSession
}): (reply: SocialEnd) => Promise<Unchallenged<FrameReplyInput<'CONNECT_SOCIAL'>>> {
  return async (reply) => {
    const { action } = reply
    if (action === 'FAILED') return { action, reason: reply.reason }
    // Answers of /security alone, which does not come here.
    if (action === 'LINKED' || action === 'STEPPED_UP' || action === 'REFUSED')
      return { action: 'FAILED', reason: 'refused' }
    const { email } = reply
    if (action === 'EXISTS') return { action, by: reply.by, email }
    if (action === 'VERIFY_DEVICE') {
      const { number, txnId } = reply
      setPending(pending, { txnId, complete: (signal) => complete(txnId, signal) })
      return { action, email, number }
    }
    await account.logIn(reply.ticket)
    return { action, email, userName: reply.userName }
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
