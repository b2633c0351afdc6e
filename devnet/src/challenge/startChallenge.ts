import { type ServedPage, servePage } from '../servePage.ts'
import { type ChallengeApp, createChallengeApp } from './challengeApp.ts'
import { challengeOf } from './challengeKeys.ts'

/**
 * Serves an operator's challenge on 127.0.0.1; browsers reach it as `challenge.localhost`.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startChallenge({
  loginOrigin,
  now = Date.now,
  port,
}: startChallenge.Options): Promise<ServedPage & Pick<ChallengeApp, 'newToken'>> {
  const { secret } = challengeOf(port)
  const app = createChallengeApp({ loginOrigin, now, secret })
  const served = await servePage(app.fetch, { name: 'challenge', port, who: 'The challenge' })
  return { ...served, newToken: app.newToken }
}

export declare namespace startChallenge {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** Origin of the pages that get the token. */
    loginOrigin: string
    /** Returns the time in ms since 1970. @default Date.now */
    now?: () => number
  }
}
