import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { loginCustomEnd, loginSocialEnd } from '@foyer/protocol/login'
import type { LoginSession } from './openSession.ts'
import { type ShowChallenge, withWork } from './withWork.ts'

type Reply = ResponseOf<typeof loginSocialEnd>
/** How a login at a provider ended. */
export type SocialEnd = Exclude<Reply, { action: 'WORK' }>

/**
 * Completes a login at a provider, or with the token of a site's own login. Its mail may need work first.
 */
export function endSocialLogin(
  { call, solveWork }: Pick<LoginSession, 'call' | 'solveWork'>,
  body: BodyOf<typeof loginSocialEnd> | BodyOf<typeof loginCustomEnd>,
  { showChallenge, signal }: { showChallenge: ShowChallenge; signal?: AbortSignal | undefined },
): Promise<SocialEnd> {
  return withWork<Reply>({ showChallenge, solveWork }, async (work, asked) => {
    if (asked?.action === 'WORK' && work)
      return call(loginSocialEnd, { result: asked.result, work }, { signal })
    return 'token' in body
      ? call(loginCustomEnd, body, { signal })
      : call(loginSocialEnd, body, { signal })
  })
}
