import { HttpError, refuse } from '@foyer/server'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'

/** Who calls, as A's token says and the proof must confirm. */
export type Caller = {
  readonly userId: string
  readonly jkt: string
  /** Of the page above the frame, as A attested it; none on pages of the login origin itself. */
  readonly origin?: string | undefined
}
export type VerifyToken = (token: string) => Promise<Caller>

const claims = v.object({
  sub: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  org: v.optional(v.pipe(v.string(), v.maxLength(253))),
  cnf: v.object({ jkt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)) }),
})

/** `aud` of A's access tokens. */
export const tokenAudience = 'foyer-api'

/**
 * Judges access tokens by A's key list, which is kept for ten minutes and asked again for a new `kid`, twice a minute at
 * most. No key, address or algorithm that the token itself names is used.
 *
 * @throws {@link HttpError} (each call) 401 `token-invalid`, 503 when A's keys can not be had
 */
export function createVerifyToken({
  issuer,
  jwksUrl,
  now,
}: {
  issuer: string
  jwksUrl: string
  now: () => number
}): VerifyToken {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 5000,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  })
  const readKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      throw new HttpError(503, 'http-failed', 'The keys of the login server can not be read', {
        cause,
        retryAfterMs: 5000,
      })
    }
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, readKey, {
        algorithms: ['EdDSA', 'Ed25519'],
        audience: tokenAudience,
        clockTolerance: 60,
        currentDate: new Date(now()),
        issuer,
        requiredClaims: ['exp', 'iat'],
        typ: 'at+jwt',
      })
      const { cnf, org, sub } = v.parse(claims, payload)
      return { userId: sub, jkt: cnf.jkt, origin: org }
    } catch (error) {
      if (error instanceof HttpError) throw error
      return refuse('token-invalid', 'The access token is not valid')
    }
  }
}
