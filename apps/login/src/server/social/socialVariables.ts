import { type SocialName, socialNames } from '@foyer/protocol/social'
import { text } from '@foyer/server'
import * as v from 'valibot'
import type { SocialClient, SocialSettings } from './socials.ts'

const given = v.optional(text('what the provider shows for this client'))
const prefixOf = (name: SocialName) => name.toUpperCase()
/** Apple gives a key, with which the client secret is signed. */
const appleNames = ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const
const secretNames = (name: SocialName): readonly string[] =>
  name === 'apple' ? appleNames : [`${prefixOf(name)}_CLIENT_SECRET`]

/** `GOOGLE_CLIENT_ID`, `GOOGLE_CLIENT_SECRET` and so on; a provider without them is not offered. */
export const socialVariables: Record<string, typeof given> = Object.fromEntries(
  socialNames.flatMap((name) =>
    [`${prefixOf(name)}_CLIENT_ID`, ...secretNames(name)].map((variable) => [variable, given]),
  ),
)

/**
 * The providers whose variables are set.
 * @throws Error that names the variables that are missing for one of them
 */
export function readSocials(values: Readonly<Record<string, unknown>>): SocialSettings {
  const read = (name: string) => values[name] as string | undefined
  const found: Partial<Record<SocialName, SocialClient>> = {}
  for (const name of socialNames) {
    const needed = [`${prefixOf(name)}_CLIENT_ID`, ...secretNames(name)]
    const missing = needed.filter((variable) => read(variable) === undefined)
    if (missing.length === needed.length) continue
    if (missing.length > 0)
      throw new Error(`${missing.join(', ')} must be set too, or none of ${needed.join(', ')}.`)
    const clientId = read(`${prefixOf(name)}_CLIENT_ID`) ?? ''
    const [teamId = '', keyId = '', privateKey = ''] = appleNames.map((variable) => read(variable))
    const secret =
      name === 'apple'
        ? { teamId, keyId, privateKey }
        : (read(`${prefixOf(name)}_CLIENT_SECRET`) ?? '')
    found[name] = { clientId, secret }
  }
  return found
}
