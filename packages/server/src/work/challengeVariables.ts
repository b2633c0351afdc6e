import * as v from 'valibot'
import { text } from '../environment/variables.ts'
import type { ChallengeSettings } from './createChallenge.ts'

const address = v.pipe(
  v.string(),
  v.maxLength(400),
  v.check(isSafe, 'must be an https address, or http on this machine, without a fragment'),
)

/** Variables of an operator's challenge before mails; each server has its own. */
export const challengeVariables = {
  CHALLENGE_PAGE_URL: v.optional(address),
  CHALLENGE_VERIFY_URL: v.optional(address),
  CHALLENGE_SECRET: v.optional(text('the secret of the challenge')),
}

/**
 * Reads the challenge's settings; undefined without any.
 *
 * @param ownOrigins - origins of the login site and the vault, on which the operator's page must not be: it runs somebody else's script
 * @throws Error that names the variable
 */
export function readChallenge(
  values: {
    CHALLENGE_PAGE_URL?: string | undefined
    CHALLENGE_VERIFY_URL?: string | undefined
    CHALLENGE_SECRET?: string | undefined
  },
  ownOrigins: readonly string[],
): ChallengeSettings | undefined {
  const {
    CHALLENGE_PAGE_URL: pageUrl,
    CHALLENGE_SECRET: secret,
    CHALLENGE_VERIFY_URL: verifyUrl,
  } = values
  if (pageUrl === undefined && verifyUrl === undefined && secret === undefined) return undefined
  if (pageUrl === undefined || verifyUrl === undefined || secret === undefined)
    throw new Error(
      'CHALLENGE_PAGE_URL, CHALLENGE_VERIFY_URL and CHALLENGE_SECRET belong together: set all, or none.',
    )
  if (ownOrigins.includes(new URL(pageUrl).origin))
    throw new Error(
      'CHALLENGE_PAGE_URL must be of another origin than the login site and the vault.',
    )
  return { pageUrl, secret, verifyUrl }
}

/** The page shows somebody else's script, and the token is a secret: both travel over TLS. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hash, hostname, password, protocol, username } = new URL(url)
  if (`${hash}${username}${password}` !== '') return false
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}
