import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { loginEmail } from '@foyer/protocol/login'
import type { LoginSession } from './openSession.ts'

/** The server's answer to the address of a login. */
export type LoginReply = ResponseOf<typeof loginEmail>

/**
 * Begins a login by e-mail: the server sends a mail, or answers `CONNECT` when this browser is logged in already.
 *
 * @param options.resume - Goes on with the login that is there already. Resolves with whether there is one.
 * @returns What to wait for; undefined when the login was resumed. `CONNECT` means that the server has not heard of a
 *   sign-out yet.
 * @throws {@link FoyerError} as `session.call`, and what `resume` throws
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
  // The sign-out of a moment ago may not have reached the server yet; it has by now.
  return session.call(loginEmail, body, { signal })
}
