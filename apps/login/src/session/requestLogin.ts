import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { loginEmail } from '@foyer/protocol/login'
import type { LoginSession } from './openSession.ts'

/** The server's answer to the address of a login. */
export type LoginReply = ResponseOf<typeof loginEmail>

/**
 * Starts a login by e-mail: the server sends a mail, or answers `CONNECT` when this browser is logged in already.
 *
 * @param options.resume - Continues the existing login. Resolves to false when there is none.
 * @returns The server's answer: what the user has to open or type. Undefined when the login was resumed; `CONNECT` when
 *   the server has not received an earlier sign-out yet.
 * @throws {@link FoyerError} what `session.call` and `resume` throw
 * @source security 2.9
 */
export async function requestLogin(
  session: Pick<LoginSession, 'call'>,
  body: BodyOf<typeof loginEmail>,
  { resume, signal }: { resume: () => Promise<boolean>; signal?: AbortSignal },
): Promise<LoginReply | undefined> {
  const reply = await session.call(loginEmail, body, { signal })
  if (reply.action !== 'CONNECT') return reply
  if (await resume()) return undefined
  // An earlier sign-out may have reached the server only now: retry once.
  return session.call(loginEmail, body, { signal })
}
