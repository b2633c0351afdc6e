import {
  isSocialName,
  type SocialClaims,
  type SocialName,
  type SocialProfile,
  type SocialRow,
  socialNames,
  socialTable,
} from '@foyer/protocol/social'
import { fetchLimited, HttpError } from '@foyer/server'
import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  getJwksCache,
  setJwksCache,
} from 'openid-client'

/** This server's account at a provider. */
export type SocialClient = {
  readonly clientId: string
  /** A client secret; or, for Apple, the key with which it is signed. */
  readonly secret:
    | string
    | { readonly teamId: string; readonly keyId: string; readonly privateKey: string }
  /** Only for a local provider. @default those of the provider */
  readonly urls?: Partial<Pick<SocialRow, 'issuer' | 'authorizeUrl' | 'tokenUrl'>> & {
    readonly jwksUrl?: string
    readonly userUrls?: Readonly<Record<string, string>>
  }
}
export type SocialSettings = Readonly<Partial<Record<SocialName, SocialClient>>>

/** The request that a user's browser brings to a provider. */
type Request = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A provider that is configured. */
export type Social = {
  readonly name: SocialName
  readonly row: SocialRow
  /** Where the user logs in. */
  authorizeUrl(request: Request): Promise<string>
  /**
   * Exchanges the code of a callback and reads the user: checks `iss`, the state, and of an id_token its signature, audience,
   * age and nonce.
   * @param callbackUrl - as it was called, with the parameters of a form in its query
   * @throws Error when anything is wrong, or the provider does not answer in 10 s
   */
  readUser(
    callbackUrl: URL,
    request: Request,
  ): Promise<{ profile: SocialProfile; idToken: string | undefined }>
}
export type Socials = ReadonlyMap<string, Social>

/** Time limit of one call to a provider, in s, and of its answer, in bytes. */
const limits = { seconds: 10, bytes: 256 * 1024 }
/** How far a provider's clock may differ from this server's, in s. */
const toleranceS = 60
/** Life of Apple's client secret, which is made anew for each login; at most 15,777,000. */
const secretLifeS = 300

/** A provider's answers are small; a longer one is not read. */
const fetchProvider: CustomFetch = (url, options) =>
  fetchLimited(url, { ...(options as RequestInit), maxBytes: limits.bytes })

/** The configured providers, in the product's order. */
export function createSocials(settings: SocialSettings, now: () => number): Socials {
  const found = socialNames.flatMap((name) => {
    const client = settings[name]
    return client === undefined ? [] : [[name, createSocial(name, client, now)] as const]
  })
  return new Map(found)
}

/** Values that no log may contain. */
export const secretsOfSocials = (settings: SocialSettings): string[] =>
  Object.values(settings).map(({ secret }) =>
    typeof secret === 'string' ? secret : secret.privateKey,
  )

/** @throws HttpError 404 for a provider that is not configured */
export function requireSocial(socials: Socials, name: string): Social {
  const social = isSocialName(name) ? socials.get(name) : undefined
  if (social) return social
  throw new HttpError(404, 'resource-not-found', 'This login is not offered')
}

function createSocial(name: SocialName, client: SocialClient, now: () => number): Social {
  const { evidence, ...row } = socialTable[name]
  const { authorizeUrl, issuer, tokenUrl } = { ...row, ...client.urls }
  let keys: ExportedJWKSCache | undefined
  const configure = async (): Promise<Configuration> => {
    const secret = await secretOf(client)
    const signed = evidence.kind === 'id_token'
    const config = new Configuration(
      {
        issuer,
        authorization_endpoint: authorizeUrl,
        token_endpoint: tokenUrl,
        ...(signed && {
          jwks_uri: client.urls?.jwksUrl ?? evidence.jwksUrl,
          id_token_signing_alg_values_supported: [...evidence.algorithms],
        }),
      },
      client.clientId,
      { [clockTolerance]: toleranceS },
      row.secret === 'basic' ? basicAuth(secret) : ClientSecretPost(secret),
    )
    config.timeout = limits.seconds
    config[customFetch] = fetchProvider
    // The token comes over TLS from the provider itself; its signature is checked all the same.
    if (signed) enableNonRepudiationChecks(config)
    if (keys) setJwksCache(config, keys)
    if (new URL(tokenUrl).protocol === 'http:') allowInsecureRequests(config)
    return config
  }
  return {
    name,
    row: { ...row, evidence },
    async authorizeUrl({ nonce, redirectUri, state, verifier }) {
      const url = buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: row.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(evidence.kind === 'id_token' && { nonce }),
        ...row.parameters,
      })
      return url.href
    },
    async readUser(callbackUrl, { nonce, state, verifier }) {
      const config = await configure()
      const tokens = await authorizationCodeGrant(config, callbackUrl, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(evidence.kind === 'id_token' && { expectedNonce: nonce, idTokenExpected: true }),
      })
      keys = getJwksCache(config) ?? keys
      if (evidence.kind === 'id_token') {
        const claims = tokens.claims() as SocialClaims
        // The library requires `iat`, and compares only `exp` with the time.
        if (Number(claims.iat) > now() / 1000 + toleranceS)
          throw new Error('the id_token is from the future')
        const profile = row.readProfile(claims)
        return { profile, idToken: tokens.id_token }
      }
      const claims: Record<string, unknown> = {}
      for (const [key, url] of Object.entries(client.urls?.userUrls ?? evidence.userUrls)) {
        const headers = new Headers({ accept: 'application/json' })
        const { access_token } = tokens
        const answer = await fetchProtectedResource(
          config,
          access_token,
          new URL(url),
          'GET',
          null,
          headers,
        )
        if (!answer.ok) throw new Error(`the provider answers ${answer.status}`)
        claims[key] = await answer.json()
      }
      return { profile: row.readProfile(claims), idToken: undefined }
    },
  }
}

/** HTTP Basic, readable for servers that decode the parts and for those that do not: `-`, `_` and `.` stay as they are. */
const basicAuth =
  (secret: string): ClientAuth =>
  (_, { client_id }, __, headers) => {
    const pair = [client_id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

/** Apple's client secret is a token of our own. @source https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
async function secretOf({ clientId, secret, urls }: SocialClient): Promise<string> {
  if (typeof secret === 'string') return secret
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: secret.keyId })
    .setIssuer(secret.teamId)
    .setSubject(clientId)
    .setAudience(urls?.issuer ?? socialTable.apple.issuer)
    .setIssuedAt()
    .setExpirationTime(`${secretLifeS}s`)
    .sign(await importPKCS8(secret.privateKey, 'ES256'))
}
