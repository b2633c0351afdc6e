import type { Namespace } from '@foyer/protocol'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'

/**
 * True if the connected account may have a name: there is an api, and names hold for its namespace. Whether the operator's
 * api registers names is known from {@link getNameSuggestions} only.
 *
 * @param namespace - The active one if omitted.
 * @source spec 9.21
 */
export function supportsNames(foyer: Foyer, namespace?: Namespace): boolean {
  const account = readAccount(foyer, namespace)
  return (
    foyer.options.apiUrl !== undefined &&
    account.status === 'connected' &&
    foyer.adapters[account.namespace]?.transfers !== undefined
  )
}
