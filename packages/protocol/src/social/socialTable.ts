import * as v from 'valibot'
import { emailAddress } from '../vault/vaultCalls.ts'

/** The providers of social logins. Telegram is not in the product's list of buttons: it appears where it is configured. */
export const socialNames = [
  'google',
  'x',
  'discord',
  'github',
  'apple',
  'facebook',
  'telegram',
] as const
export type SocialName = (typeof socialNames)[number]

/** True if `text` names a provider. */
export const isSocialName = (text: string): text is SocialName =>
  (socialNames as readonly string[]).includes(text)

/** A provider's statements about the user: the claims of an id_token, or the answers of its api. */
export type SocialClaims = Readonly<Record<string, unknown>>

/** The user at a provider. */
export type SocialProfile = {
  /** Never changes; unique at the provider. */
  subject: string
  /** Lower case, safe in a mail. */
  email: string | undefined
  /** The provider vouches that the user receives mail at `email`; only such an address is compared with other accounts. */
  isEmailTrusted: boolean
  userName: string | undefined
}

/** Everything that differs between providers. */
export type SocialRow = {
  /** As users know it. */
  readonly title: string
  /** `iss` of its id_tokens and of its answers (RFC 9207). */
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scope: string
  /** The client's way to authenticate at `tokenUrl`: in the body, by HTTP Basic, or by a signed client secret that we renew. */
  readonly secret: 'body' | 'basic' | 'apple'
  /** The callback is a POST from the provider's site, which brings no cookie. @default a redirect */
  readonly isFormPost?: true
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Refuses to run in a web view inside another app. */
  readonly refusesWebViews?: true
  /**
   * Evidence of a login that the vault checks by itself. `id_token`: signed by the provider, with the vault's own
   * challenge. `link`: this provider signs nothing, so that the vault mails a link to the address, as for a login by email.
   */
  readonly evidence:
    | {
        readonly kind: 'id_token'
        readonly jwksUrl: string
        readonly algorithms: readonly ('RS256' | 'ES256')[]
      }
    | {
        readonly kind: 'link'
        /** Where the user's data is read: their JSON answers are the claims, by name. */
        readonly userUrls: Readonly<Record<string, string>>
      }
  /** Reads the user. @throws ValiError for claims of another shape */
  readonly readProfile: (claims: SocialClaims) => SocialProfile
}

const subject = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.regex(/^[\x21-\x7e]{1,255}$/),
)
/** Apple writes booleans as text in some tokens. */
const truth = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true || value === 'true'),
  ),
  false,
)
const name = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(256))), undefined)
const email = v.fallback(v.optional(emailAddress), undefined)

const standard = v.object({ sub: subject, email, email_verified: truth, name })
/** Reads the user of standard claims. @param isTrusted - false: the address is never compared with other accounts */
export const readStandard = (claims: SocialClaims, isTrusted = true): SocialProfile => {
  const { email, email_verified, name, sub } = v.parse(standard, claims)
  return {
    subject: sub,
    email,
    isEmailTrusted: isTrusted && email_verified && email !== undefined,
    userName: name,
  }
}

const github = v.object({
  user: v.object({ id: subject, login: name }),
  emails: v.fallback(v.array(v.object({ email, primary: v.boolean(), verified: v.boolean() })), []),
})
const x = v.object({
  user: v.object({ data: v.object({ id: subject, username: name, confirmed_email: email }) }),
})

/** The providers. @source security 2.10; the documents of each provider */
export const socialTable: Readonly<Record<SocialName, SocialRow>> = {
  google: {
    title: 'Google',
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scope: 'openid email profile',
    secret: 'body',
    refusesWebViews: true,
    evidence: {
      kind: 'id_token',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      algorithms: ['RS256'],
    },
    // Another domain's address may have been verified long ago, by somebody else.
    readProfile(claims) {
      const isOwn = typeof claims.hd === 'string' || /@gmail\.com$/i.test(String(claims.email))
      return readStandard(claims, isOwn)
    },
  },
  x: {
    title: 'X',
    issuer: 'https://x.com',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scope: 'users.read tweet.read users.email',
    secret: 'basic',
    evidence: {
      kind: 'link',
      userUrls: { user: 'https://api.x.com/2/users/me?user.fields=confirmed_email' },
    },
    readProfile(claims) {
      const { confirmed_email, id, username } = v.parse(x, claims).user.data
      return { subject: id, email: confirmed_email, isEmailTrusted: false, userName: username }
    },
  },
  discord: {
    title: 'Discord',
    issuer: 'https://discord.com',
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scope: 'openid email identify',
    secret: 'body',
    evidence: {
      kind: 'id_token',
      jwksUrl: 'https://discord.com/api/oauth2/keys',
      algorithms: ['RS256'],
    },
    readProfile: (claims) =>
      readStandard({
        ...claims,
        name: claims.preferred_username ?? claims.name,
        email_verified: claims.email_verified ?? claims.verified,
      }),
  },
  github: {
    title: 'GitHub',
    issuer: 'https://github.com/login/oauth',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    secret: 'body',
    evidence: {
      kind: 'link',
      userUrls: {
        user: 'https://api.github.com/user',
        emails: 'https://api.github.com/user/emails',
      },
    },
    readProfile(claims) {
      const { emails, user } = v.parse(github, claims)
      const found = emails.find(({ primary, verified }) => primary && verified)
      return {
        subject: user.id,
        email: found?.email,
        isEmailTrusted: found?.email !== undefined,
        userName: user.login,
      }
    },
  },
  apple: {
    title: 'Apple',
    issuer: 'https://appleid.apple.com',
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    scope: 'openid email name',
    secret: 'apple',
    isFormPost: true,
    parameters: { response_mode: 'form_post' },
    evidence: {
      kind: 'id_token',
      jwksUrl: 'https://appleid.apple.com/auth/keys',
      algorithms: ['RS256', 'ES256'],
    },
    readProfile: (claims) => readStandard(claims),
  },
  facebook: {
    title: 'Facebook',
    issuer: 'https://www.facebook.com',
    authorizeUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    scope: 'openid email public_profile',
    secret: 'body',
    evidence: {
      kind: 'id_token',
      jwksUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
      algorithms: ['RS256'],
    },
    // It says nothing about whether the user receives mail there.
    readProfile: (claims) => readStandard(claims, false),
  },
  telegram: {
    title: 'Telegram',
    issuer: 'https://oauth.telegram.org',
    authorizeUrl: 'https://oauth.telegram.org/auth',
    tokenUrl: 'https://oauth.telegram.org/token',
    scope: 'openid profile',
    secret: 'basic',
    evidence: {
      kind: 'id_token',
      jwksUrl: 'https://oauth.telegram.org/.well-known/jwks.json',
      algorithms: ['RS256', 'ES256'],
    },
    readProfile: (claims) =>
      readStandard({ ...claims, name: claims.preferred_username ?? claims.name }, false),
  },
}
