import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { loginEmail } from '@foyer/protocol/login'
import type { LoginSession } from './openSession.ts'
import { type ShowChallenge, withWork } from './withWork.ts'

/** The server's answer to the address of a login. */
export type LoginReply = Exclude<ResponseOf<typeof loginEmail>, { action: 'WORK' }>

/**
 * Starts a login by e-mail: the server sends a mail, or answers `CONNECT` when this browser is logged in already.
 *
 * @param options.resume - Continues the existing login. Resolves to false when there is none.
 * @returns The server's answer: what the user has to open or type. Undefined when the login was resumed; `CONNECT` when
 *   the server has not received an earlier sign-out yet.
 * @throws {@link FoyerError} what `session.call`, `resume` and `showChallenge` throw
 * @source security 2.9
 */
export async function requestLogin(
  { call, solveWork }: Pick<LoginSession, 'call' | 'solveWork'>,
  body: Omit<BodyOf<typeof loginEmail>, 'work'>,
  {
    resume,
    showChallenge,
    signal,
  }: { resume: () => Promise<boolean>; showChallenge: ShowChallenge; signal?: AbortSignal },
): Promise<LoginReply | undefined> {
  const ask = () =>
    withWork({ showChallenge, solveWork }, (work) =>
      call(loginEmail, { ...body, ...(work && { work }) }, { signal }),
    )
  const reply = await ask()
  if (reply.action !== 'CONNECT') return reply
  if (await resume()) return undefined
  // An earlier sign-out may have reached the server only now: retry once.
  return ask()
}
