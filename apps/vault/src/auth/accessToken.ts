import { fetchLimited, HttpError, refuse } from '@foyer/server'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'

/** The caller named by A's access token; the DPoP proof must match its `jkt`. */
export type Caller = {
  readonly userId: string
  readonly jkt: string
  /** Session of the token. */
  readonly sid: string
  /** Time of issue by A's clock, in ms since 1970, rounded to seconds. */
  readonly issuedAt: number
  /** Origin of the page that embeds the frame, as attested by A; undefined on pages of the login origin itself. */
  readonly origin?: string | undefined
}
export type VerifyToken = (token: string) => Promise<Caller>

const claims = v.object({
  sub: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  sid: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  iat: v.number(),
  org: v.optional(v.pipe(v.string(), v.maxLength(253))),
  cnf: v.object({ jkt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)) }),
})

/** Maximum accepted lifetime of a token, in s, whatever its `exp`: ended sessions are only remembered so long. */
const longestLifeS = 600

/** Longest list of keys: A is not trusted with this server's memory. */
const maxKeysBytes = 1024 * 1024

/** `aud` of A's access tokens. */
export const tokenAudience = 'foyer-api'

/**
 * Makes the verifier of access tokens by A's JWKS, which is cached for 10 min and refetched for an unknown `kid`, at most
 * twice a minute. Ignores any key, URL or algorithm in the token's header.
 * @throws {@link HttpError} (each call) 401 `token-invalid`, 503 when A's keys can not be fetched
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
    [customFetch]: (url, init) => fetchLimited(url, { ...init, maxBytes: maxKeysBytes }),
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
        maxTokenAge: longestLifeS,
        requiredClaims: ['exp', 'iat'],
        typ: 'at+jwt',
      })
      const { cnf, iat, org, sid, sub } = v.parse(claims, payload)
      return { userId: sub, jkt: cnf.jkt, sid, issuedAt: iat * 1000, origin: org }
    } catch (error) {
      if (error instanceof HttpError) throw error
      return refuse('token-invalid', 'The access token is not valid')
    }
  }
}
