import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { loginFarcaster, loginFarcasterEnd } from '@foyer/protocol/login'
import type { LoginSession } from '../session/openSession.ts'
import type { FrameAccount } from './createFrameAccount.ts'

/** Time limit of one wait for the user's app, in ms: the server answers within 25 s. @source security 2.11 */
const waitMs = 28_000

/** Makes the handlers of a Farcaster login: an address for the user's app, and the wait for its answer. @source spec 7.17 */
export function farcasterLogin({
  account,
  projectId,
  session,
}: {
  account: FrameAccount
  projectId: string
  session: LoginSession
}): Pick<FrameHandlers, 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER'> {
  let txnId: string | undefined
  return {
    async GET_FARCASTER_URI(_, { origin, signal }) {
      txnId = undefined
      const body = { site: { projectId, origin } }
      const begun = await session.call(loginFarcaster, body, { signal }).catch(rethrow)
      txnId = begun.txnId
      return { uri: begun.uri }
    },
    async CONNECT_FARCASTER(_, { signal }) {
      const begun = txnId
      if (begun === undefined)
        throw new FoyerError('request-invalid', { details: 'No Farcaster login is under way.' })
      const body = { txnId: begun }
      const reply = await session
        .call(loginFarcasterEnd, body, { signal, limitMs: waitMs })
        .catch(waitOn)
      if (reply.status === 'pending') return { status: reply.status }
      if (txnId === begun) txnId = undefined
      if (reply.status === 'failed')
        return { status: reply.reason === 'removed' ? 'removed' : 'held' }
      // Answers of /security alone, which does not come here.
      if (reply.status === 'linked' || reply.status === 'stepped-up') return { status: 'refused' }
      if (reply.status !== 'connected') return { status: reply.status }
      await account.logIn(reply.ticket)
      return { status: reply.status, userName: reply.userName }
    },
  }
}

/** The server answers 404 where it has no Farcaster login. */
function rethrow(error: unknown): never {
  if (!(error instanceof FoyerError) || error.code !== 'resource-not-found') throw error
  throw new FoyerError('method-not-supported', {
    cause: error,
    details: 'This login site has no Farcaster login.',
  })
}

/** A phone that shows the Farcaster app cuts this page off the network, and a server may be busy: the next call goes on waiting. */
function waitOn(error: unknown): { status: 'pending' } {
  const { code = '' } = error as { code?: string }
  if (['http-failed', 'limit-exceeded', 'request-timed-out'].includes(code))
    return { status: 'pending' }
  throw error
}
