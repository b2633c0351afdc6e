import { createHash } from 'node:crypto'

/** A user at a provider. */
export type IdentityUser = {
  /** Digits, different at each provider. */
  readonly subject: string
  readonly name: string
  readonly email: string | undefined
  readonly isVerified: boolean
}

/** The accounts that the page offers. Cleo has one address everywhere, so that a second way meets the first. */
export const identityPeople = ['ada', 'bob', 'cleo'] as const

/** A name that may be typed instead. */
export const identityName = /^[a-z0-9-]{1,40}$/

/** Creates the account of this name at a provider; the same each time. */
export function identityUser(kind: string, name: string): IdentityUser {
  const hash = createHash('sha256').update(`${kind} ${name}`).digest()
  const host = name.startsWith('cleo') ? 'foyer.example' : `${kind}.example`
  return {
    subject: String(hash.readUIntBE(0, 6)),
    name,
    email: `${name}@${host}`,
    isVerified: true,
  }
}
