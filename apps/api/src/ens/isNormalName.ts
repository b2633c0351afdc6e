import { normalize } from 'viem/ens'

/** Maximum length of a name; longer ones are ignored. */
const maxLength = 255

/** Returns whether a name is normalized: one that is not can look like another. @source https://docs.ens.domains/ensip/15 */
export function isNormalName(name: string): boolean {
  if (name.length > maxLength) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
