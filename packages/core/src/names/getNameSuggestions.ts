import { getNameSuggestions as endpoint, type NameSuggestion } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'

/**
 * Asks which names like a wanted one are free.
 *
 * @returns At most 5, the wanted one first, each with the registry's suffix; empty for a text that can not be a name.
 * @throws FoyerError `http-failed` (also without `apiUrl`, and if the operator registers no names), `request-timed-out`,
 *   `request-aborted`
 * @example const [wanted] = await getNameSuggestions(foyer, { name: 'alice' }) // { name: 'alice.names.example', registered: false }
 *
 * @source spec 7.35
 */
export async function getNameSuggestions(
  foyer: Foyer,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
): Promise<readonly NameSuggestion[]> {
  const { suggestions } = await callApi(foyer, endpoint, { path: { name }, signal })
  return suggestions
}
