import { isAccountLabel } from '@foyer/protocol/api'

/** @source http.md: exact match first, at most 5 */
const maxSuggestions = 5

/** Returns labels like the wanted one that can be registered, that one first; none for an unusable text. */
export function suggestLabels(wanted: string): string[] {
  const label = wanted.toLowerCase()
  const others = [`${label}-1`, `my-${label}`, `${label}-wallet`, `the-${label}`, `${label}-2`]
  return [label, ...others].filter(isAccountLabel).slice(0, maxSuggestions)
}
