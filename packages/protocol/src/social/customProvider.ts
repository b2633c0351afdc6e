import {
  isSocialName,
  readStandard,
  type SocialClaims,
  type SocialProfile,
  socialTable,
} from './socialTable.ts'

const prefix = 'custom:'

/** Returns the provider's name of a site's own login: `custom:acme`. */
export const customProvider = (id: string): `custom:${string}` => `${prefix}${id}`

/**
 * Reads the user of a verified token, by the rules of its provider. Nobody vouches for an address in the token of a site's own
 * login: it is never compared with other accounts.
 *
 * @returns undefined for a name that is no provider's
 * @throws ValiError for claims of another shape
 */
export function readLoginProfile(
  provider: string,
  claims: SocialClaims,
): SocialProfile | undefined {
  if (provider.startsWith(prefix)) return readStandard(claims, false)
  return isSocialName(provider) ? socialTable[provider].readProfile(claims) : undefined
}
