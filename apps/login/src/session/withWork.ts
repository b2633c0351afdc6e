import { type BodyOf, FoyerError, type ResponseOf } from '@foyer/protocol'
import { decodeBase64Url, encodeBase64Url } from '@foyer/protocol/custody'
import type { loginEmail } from '@foyer/protocol/login'
import type { LoginSession } from './openSession.ts'

type Work = NonNullable<BodyOf<typeof loginEmail>['work']>
type Asked = Extract<ResponseOf<typeof loginEmail>, { action: 'WORK' }>

/**
 * Shows the user the operator's challenge at `page`.
 * @returns its token; empty if the page did not load
 * @throws {@link FoyerError} `user-rejected`
 */
export type ShowChallenge = (page: string) => Promise<string>

/** Each server may ask once; a user may need more than one try at a challenge. */
const mostWork = 6

/**
 * Makes a call that a server may answer with work before a mail: does the work, or has the user solve the operator's challenge, and
 * calls again.
 *
 * @throws {@link FoyerError} `limit-exceeded`, and what `ask` and `showChallenge` throw
 */
export async function withWork<reply extends { action: string }>(
  { showChallenge, solveWork }: Pick<LoginSession, 'solveWork'> & { showChallenge: ShowChallenge },
  ask: (work: Work | undefined, asked: reply | undefined) => Promise<reply>,
): Promise<Exclude<reply, { action: 'WORK' }>> {
  let asked = await ask(undefined, undefined)
  /** The operator's page did not load. The server then asks for other work, if the challenge does not work at all. */
  let wasAway = false
  for (let left = mostWork; asked.action === 'WORK'; left -= 1) {
    if (left === 0) throw new FoyerError('limit-exceeded')
    const { challenge, page, pass } = asked as unknown as Asked
    if (page !== undefined && wasAway)
      throw new FoyerError('http-failed', { details: 'The challenge did not load.' })
    const token = page === undefined ? undefined : await showChallenge(page)
    wasAway = token === ''
    const solution = token === undefined ? await solveWork(challenge) : joinToken(challenge, token)
    asked = await ask({ solution, ...(pass !== undefined && { pass }) }, asked)
  }
  return asked as Exclude<reply, { action: 'WORK' }>
}

function joinToken(challenge: string, token: string): string {
  const asked: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(challenge)))
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify({ challenge: asked, token })))
}
