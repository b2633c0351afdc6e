import type { Logger } from 'pino'
import * as v from 'valibot'
import { fetchLimited } from '../http/fetchLimited.ts'

/** An operator's own challenge: a page that shows it, and the server that verifies its tokens. */
export type ChallengeSettings = {
  /** Page of an origin of its own, which the login site shows in a sandboxed frame. */
  readonly pageUrl: string
  /** Verifies a token as Turnstile and hCaptcha do: by a form with `secret` and `response`. */
  readonly verifyUrl: string
  readonly secret: string
}

/** `down`: nobody can tell whether the token is right. */
export type ChallengeVerdict = 'passed' | 'refused' | 'down'

/** An operator's challenge, as the gate before mails uses it. */
export type Challenge = {
  readonly pageUrl: string
  /** True for a minute after the verifying server has failed: the proof of work stands in for it. */
  isDown(): boolean
  /** @param nonce - of the request that the token is for */
  verify(token: string, nonce: string): Promise<ChallengeVerdict>
}

/** Longest answer, bytes; the time for it; and how long a token may be old, ms. */
const limits = { maxBytes: 16 * 1024, timeoutMs: 5_000, ageMs: 300_000, aheadMs: 60_000 }
/** Tokens that are verified at the same time: a flood of wrong ones ends here, and meets the proof of work. */
const atOnce = 50
const pauseMs = 60_000
/** Errors of the operator's settings, or of the verifying server: no user could do better. */
const failures = ['internal-error', 'invalid-input-secret', 'missing-input-secret']

/** @source https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const answer = v.object({
  success: v.boolean(),
  challenge_ts: v.optional(v.nullable(v.string())),
  hostname: v.optional(v.nullable(v.string())),
  /** Our nonce, to which the page bound the token. */
  cdata: v.optional(v.nullable(v.string())),
  'error-codes': v.optional(v.array(v.string()), []),
})

/** Makes the verifier of an operator's challenge. */
export function createChallenge(
  { pageUrl, secret, verifyUrl }: ChallengeSettings,
  { log, now }: { log: Pick<Logger, 'warn'>; now: () => number },
): Challenge {
  const { hostname: host } = new URL(pageUrl)
  let downUntil = 0
  let open = 0
  const ask = async (token: string, nonce: string): Promise<ChallengeVerdict> => {
    const response = await fetchLimited(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      maxBytes: limits.maxBytes,
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    const { cdata, hostname, success, ...rest } = v.parse(answer, await response.json())
    const failure = rest['error-codes'].find((code) => failures.includes(code))
    if (failure !== undefined) throw new Error(failure)
    const madeAt = Date.parse(rest.challenge_ts ?? '')
    const isLate = madeAt < now() - limits.ageMs || madeAt > now() + limits.aheadMs
    const isOurs = (!hostname || hostname === host) && (!cdata || cdata === nonce)
    return success && isOurs && !isLate ? 'passed' : 'refused'
  }
  return {
    pageUrl,
    isDown: () => now() < downUntil,
    async verify(token, nonce) {
      if (open >= atOnce) return 'down'
      open += 1
      try {
        return await ask(token, nonce)
      } catch (error) {
        downUntil = now() + pauseMs
        log.warn({ error }, 'the challenge can not be verified: browsers work instead')
        return 'down'
      } finally {
        open -= 1
      }
    },
  }
}
