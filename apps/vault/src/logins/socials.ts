import { isSocialName, type SocialName, socialTable } from '@foyer/protocol/social'
import { HttpError, refuse } from '@foyer/server'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** The providers whose logins the vault accepts as evidence. */
export type SocialSettings = Readonly<
  Partial<
    Record<
      SocialName,
      {
        /** The client id of the login server at the provider: `aud` of its tokens. No secret. */
        readonly clientId: string
        /** Only for a local provider. @default those of the provider */
        readonly issuer?: string | undefined
        readonly jwksUrl?: string | undefined
      }
    >
  >
>

/** Verifies an id_token and returns its claims. @throws {@link HttpError} 403 `evidence-required`; 503 without the provider's keys */
export type VerifyIdToken = (
  provider: string,
  token: string,
  expected: { nonce: string },
) => Promise<JWTPayload>

/** Maximum age of a token, in s. @source security 2.5 */
const maxAgeS = 300
const refused = () => refuse('evidence-required', 'This login is no evidence here')

/**
 * Makes the verifier of id_tokens, by each provider's own keys. It accepts only the provider's algorithms: a token that is
 * signed with a client secret, which the login server knows, is refused.
 */
export function createVerifyIdToken({
  now,
  socials,
}: {
  socials: SocialSettings
  now: () => number
}): VerifyIdToken {
  const readers = new Map<string, { verify: (token: string) => Promise<JWTPayload> }>()
  for (const [name, setting] of Object.entries(socials)) {
    if (!isSocialName(name)) continue
    const { evidence, issuer } = socialTable[name]
    if (evidence.kind !== 'id_token') continue
    const keys = readKeys(setting.jwksUrl ?? evidence.jwksUrl)
    readers.set(name, {
      verify: async (token) => {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: [...evidence.algorithms],
          audience: setting.clientId,
          clockTolerance: 60,
          currentDate: new Date(now()),
          issuer: setting.issuer ?? issuer,
          maxTokenAge: maxAgeS,
          requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
        })
        return payload
      },
    })
  }
  return async (provider, token, { nonce }) => {
    const reader = readers.get(provider)
    if (reader === undefined) return refused()
    try {
      const payload = await reader.verify(token)
      // A token for several audiences was made for somebody else as well.
      if (payload.nonce !== nonce || Array.isArray(payload.aud)) return refused()
      return payload
    } catch (error) {
      if (error instanceof HttpError) throw error
      return refused()
    }
  }
}

function readKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 5000,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      throw new HttpError(503, 'http-failed', 'The keys of the provider can not be read', {
        cause,
        retryAfterMs: 5000,
      })
    }
  }
}
