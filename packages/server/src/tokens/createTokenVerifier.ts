import { readFile } from 'node:fs/promises'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { HttpError } from '../http/httpError.ts'
import { readBytes } from '../http/readBytes.ts'

/** Requirements that a token must fulfil. */
export type TokenRules = {
  readonly issuer: string
  readonly audience: string
  /** Allowed algorithms, none with a shared secret. */
  readonly algorithms: readonly string[]
  /** The issuer's public keys: an address, or a file. */
  readonly jwksUrl?: string | undefined
  readonly jwksFile?: string | undefined
}

/** Longest age of a token, and how far two clocks may differ, in s. @source security 2.5 */
const maxAgeS = 300
const toleranceS = 60
/** Keys are read again after this time, or at once for an unknown key, but not more often than the pause; ms. */
const cacheMs = 600_000
const pauseMs = 30_000
/** Limits of the issuer's answer. */
const keyLimits = { bytes: 64 * 1024, ms: 5000 }

/**
 * Makes the verifier of an issuer's tokens: signature, issuer, one audience, age and expiry, by the issuer's own keys.
 *
 * @returns the claims; throws {@link HttpError} 503 `http-failed` when the keys can not be read, another error for a wrong token
 */
export function createTokenVerifier(
  { algorithms, audience, issuer, jwksFile, jwksUrl }: TokenRules,
  now: () => number,
): (token: string) => Promise<JWTPayload> {
  const keys = orUnavailable(
    jwksFile === undefined ? keysOfUrl(jwksUrl ?? '') : keysOfFile(jwksFile, now),
  )
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [...algorithms],
      audience,
      issuer,
      clockTolerance: toleranceS,
      currentDate: new Date(now()),
      maxTokenAge: maxAgeS,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    // A token for several audiences was made for somebody else as well.
    if (typeof payload.aud === 'string') return payload
    throw new errors.JWTClaimValidationFailed('several audiences', payload, 'aud', 'check_failed')
  }
}

/** Longest time in which a token can still be accepted, in ms. */
export const tokenLifeMs = (maxAgeS + toleranceS) * 1000

const keysOfUrl = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    cacheMaxAge: cacheMs,
    cooldownDuration: pauseMs,
    timeoutDuration: keyLimits.ms,
    // No redirect is followed.
    [customFetch]: async (address, options) => {
      const response = await fetch(address, options)
      const bytes = await readBytes(response, keyLimits.bytes)
      const { headers, status } = response
      return new Response(status === 200 ? bytes : null, { headers, status })
    },
  })

function keysOfFile(path: string, now: () => number): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  let readAt = 0
  const read = async (): Promise<JWTVerifyGetKey> => {
    readAt = now()
    keys = createLocalJWKSet(JSON.parse(await readFile(path, 'utf8')))
    return keys
  }
  return async (header, token) => {
    const held = keys === undefined || now() - readAt > cacheMs ? await read() : keys
    try {
      return await held(header, token)
    } catch (error) {
      if (!isUnknownKey(error) || now() - readAt < pauseMs) throw error
      return (await read())(header, token)
    }
  }
}

const isUnknownKey = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

/** Separates "this token is wrong" from "nobody can tell now". */
const orUnavailable =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (isUnknownKey(cause)) throw cause
      throw new HttpError(503, 'http-failed', 'The keys of the issuer can not be read', {
        cause,
        retryAfterMs: 5000,
      })
    }
  }
