import type { Namespace } from '@foyer/protocol'
import { onrampNamespaces } from '@foyer/protocol/api'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'
import { isRestricted } from '../isRestricted.ts'
import { readNetwork } from '../network/readNetwork.ts'

/**
 * True if coins can be bought for the connected account: the `onramp` feature is on, there is an api, the site offers the
 * network, sellers deliver to its namespace, and the device is in none of the `restrictedTimeZones`.
 *
 * @param namespace - The active one if omitted.
 * @source spec 6.5, 9.20, 9.21, 9.29
 */
export function supportsOnramp(foyer: Foyer, namespace?: Namespace): boolean {
  const { apiUrl, features } = foyer.options
  const network = readNetwork(foyer, namespace)
  return (
    features.onramp &&
    apiUrl !== undefined &&
    network !== undefined &&
    onrampNamespaces.includes(network.chainNamespace) &&
    readAccount(foyer, namespace).status === 'connected' &&
    !isRestricted(foyer)
  )
}
