import type { Namespace } from '@foyer/protocol'
import { allowsRequest } from '../account/allowsRequest.ts'
import type { Foyer } from '../foyer.ts'
import { isRestricted } from '../isRestricted.ts'
import { readNetwork } from '../network/readNetwork.ts'
import { readSwapKinds } from './readSwapKinds.ts'

/**
 * True if swaps can be asked for on a namespace's network: the `swaps` feature is on, there is an api, the site offers
 * the network, swaps of its namespace exist, the connected wallet sends transactions, and the
 * device is in none of the `restrictedTimeZones`. The api may still have none for
 * this network: `getSwapTokens`.
 *
 * @param namespace - The active one if omitted.
 * @source spec 6.5, 9.20, 9.22, 9.29
 */
export function supportsSwaps(foyer: Foyer, namespace?: Namespace): boolean {
  const { apiUrl, features } = foyer.options
  const network = readNetwork(foyer, namespace)
  const connection = network && foyer.store.get().connections[network.chainNamespace]
  return (
    features.swaps &&
    apiUrl !== undefined &&
    network !== undefined &&
    readSwapKinds(foyer, network.chainNamespace).length > 0 &&
    !isRestricted(foyer) &&
    (connection?.status !== 'connected' || allowsRequest(connection.scope, 'sendTransaction'))
  )
}
