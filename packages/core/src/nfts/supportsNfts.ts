import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { readNetwork } from '../network/readNetwork.ts'

/**
 * True if the NFTs on a namespace's network can be asked for: there is an api, the site offers the network, and the
 * adapter knows NFTs.
 *
 * @param namespace - The active one if omitted.
 * @source spec 2.4
 */
export function supportsNfts(foyer: Foyer, namespace?: Namespace): boolean {
  const network = readNetwork(foyer, namespace)
  return (
    foyer.options.apiUrl !== undefined &&
    network !== undefined &&
    foyer.adapters[network.chainNamespace]?.sendNft !== undefined
  )
}
