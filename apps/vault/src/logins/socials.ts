import { customProvider, isSocialName, type SocialName, socialTable } from '@foyer/protocol/social'
import { HttpError, refuse } from '@foyer/server'
import { type CustomLogin, createTokenVerifier } from '@foyer/server/tokens'
import type { JWTPayload } from 'jose'

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

const refused = () => refuse('evidence-required', 'This login is no evidence here')

/**
 * Makes the verifier of id_tokens, by each provider's own keys, and of the tokens of sites' own logins. It accepts only public-key
 * algorithms: a token that is signed with a client secret, which the login server knows, is refused.
 */
export function createVerifyIdToken({
  customs = [],
  now,
  socials,
}: {
  socials: SocialSettings
  customs?: readonly CustomLogin[] | undefined
  now: () => number
}): VerifyIdToken {
  const verifiers = new Map(
    customs.map((custom) => [
      customProvider(custom.id) as string,
      createTokenVerifier(custom, now),
    ]),
  )
  for (const [name, setting] of Object.entries(socials)) {
    if (!isSocialName(name)) continue
    const { evidence, issuer } = socialTable[name]
    if (evidence.kind !== 'id_token') continue
    const rules = {
      ...{ algorithms: evidence.algorithms, audience: setting.clientId },
      ...{ issuer: setting.issuer ?? issuer, jwksUrl: setting.jwksUrl ?? evidence.jwksUrl },
    }
    verifiers.set(name, createTokenVerifier(rules, now))
  }
  return async (provider, token, { nonce }) => {
    const verify = verifiers.get(provider)
    if (verify === undefined) return refused()
    try {
      const payload = await verify(token)
      return payload.nonce === nonce ? payload : refused()
    } catch (error) {
      if (error instanceof HttpError) throw error
      return refused()
    }
  }
}
