import { type SocialName, socialNames, socialTable } from '@foyer/protocol/social'
import type { IdentityUser } from './identityUsers.ts'

/** The differences of one kind of provider that are not in the product's own table. */
type Look = {
  /** Colour of its page's button, and the text on it. */
  readonly color: string
  readonly onColor: string
}

const looks: Readonly<Record<SocialName, Look>> = {
  google: { color: '#1a73e8', onColor: '#ffffff' },
  x: { color: '#0f1419', onColor: '#ffffff' },
  discord: { color: '#4752c4', onColor: '#ffffff' },
  github: { color: '#1f883d', onColor: '#ffffff' },
  apple: { color: '#1d1d1f', onColor: '#ffffff' },
  facebook: { color: '#0866ff', onColor: '#ffffff' },
  telegram: { color: '#1f7bb8', onColor: '#ffffff' },
}

/** One provider that the devnet stands in for. */
export type IdentityKind = Look & {
  readonly name: SocialName
  readonly title: string
  /** Issues id_tokens; otherwise the user is read with the access token. */
  readonly isOpenId: boolean
  readonly isFormPost: boolean
}

/** All kinds, by name. */
export const identityKinds: ReadonlyMap<string, IdentityKind> = new Map(
  socialNames.map((name) => {
    const { evidence, isFormPost, title } = socialTable[name]
    const kind = { isOpenId: evidence.kind === 'id_token', isFormPost: isFormPost === true }
    return [name, { ...looks[name], ...kind, name, title }] as const
  }),
)

/** The claims of an id_token, as this kind writes them. */
export function claimsOf(
  { name: kind }: IdentityKind,
  { email, isVerified, name, subject }: IdentityUser,
): Record<string, unknown> {
  const address = email === undefined ? {} : { email, email_verified: isVerified }
  if (kind === 'google')
    return { sub: subject, name, ...address, ...(email && { hd: email.split('@')[1] }) }
  // Apple writes this claim as text.
  if (kind === 'apple') return { sub: subject, ...address, email_verified: String(isVerified) }
  if (kind === 'telegram') return { sub: subject, name, preferred_username: name }
  if (kind === 'facebook') return { sub: subject, name, ...(email && { email }) }
  return { sub: subject, preferred_username: name, ...address }
}

/** The answers of the kinds that issue no id_token, by path. */
export function answerUser(
  { name: kind }: IdentityKind,
  path: string,
  { email, isVerified, name, subject }: IdentityUser,
): unknown {
  if (kind === 'x' && path === 'user')
    return { data: { id: subject, username: name, ...(isVerified && { confirmed_email: email }) } }
  if (kind === 'github' && path === 'user') return { id: Number(subject), login: name }
  if (kind === 'github' && path === 'emails')
    return email === undefined ? [] : [{ email, primary: true, verified: isVerified }]
  return undefined
}
