import { abortable, FoyerError } from '@foyer/protocol'
import type { FrameLogin, FrameReply, Unchallenged } from '@foyer/protocol/frame'
import type { CustomAuth } from '../customAuth.ts'
import type { AskFrame } from './createChannel.ts'

const usualTimeoutMs = 15_000

/** Creates the function that logs in by the site's own login. */
export function createConnectCustom({
  ask,
  customAuth,
  onDone,
  passChallenge,
}: {
  ask: AskFrame
  customAuth: CustomAuth | undefined
  /** The login is complete. */
  onDone: () => void
  /** Has the frame show the operator's challenge, if the login needs it. */
  passChallenge: (
    reply: FrameReply<'CONNECT_CUSTOM'>,
    signal: AbortSignal | undefined,
  ) => Promise<Unchallenged<FrameReply<'CONNECT_CUSTOM'>>>
}): FrameLogin['connectCustom'] {
  return async ({ signal } = {}) => {
    if (!customAuth)
      throw new FoyerError('options-invalid', { details: 'customAuth: missing in embedded().' })
    const { nonce } = await ask('GET_CUSTOM_NONCE', {}, { signal })
    const token = await getToken(customAuth, nonce, signal)
    if (!token) return { action: 'FAILED', reason: 'no-token' }
    const ended = await ask('CONNECT_CUSTOM', { token }, { signal })
    const reply = await passChallenge(ended, signal)
    if (reply.action === undefined || reply.action === 'CONNECT') onDone()
    return reply
  }
}

/** Calls the site's function, which may be slow, or throw anything. @throws FoyerError `request-timed-out`, `request-aborted`, `http-failed` */
async function getToken(
  { getToken, timeoutMs = usualTimeoutMs }: CustomAuth,
  nonce: string,
  given: AbortSignal | undefined,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = given ? AbortSignal.any([given, timeout]) : timeout
  try {
    const token: unknown = await abortable(Promise.resolve(getToken({ nonce, signal })), signal)
    if (token === undefined || token === null || token === '') return undefined
    if (typeof token === 'string') return token
  } catch (cause) {
    if (given?.aborted) throw new FoyerError('request-aborted', { cause })
    throw new FoyerError(timeout.aborted ? 'request-timed-out' : 'http-failed', {
      cause,
      details: 'customAuth.getToken failed.',
    })
  }
  throw new FoyerError('options-invalid', { details: 'customAuth.getToken: returns no text.' })
}
