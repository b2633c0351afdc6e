import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { readNetwork } from '../network/readNetwork.ts'

/**
 * True if the history of a namespace's network can be asked for: the `history` feature is on, there is an api, the site
 * offers the network, and histories of its namespace exist.
 *
 * @param namespace - The active one if omitted.
 * @source spec 9.20, 9.21
 */
export function supportsHistory(foyer: Foyer, namespace?: Namespace): boolean {
  const { apiUrl, features } = foyer.options
  const network = readNetwork(foyer, namespace)
  return (
    features.history &&
    apiUrl !== undefined &&
    network !== undefined &&
    foyer.adapters[network.chainNamespace]?.hasHistory === true
  )
}
