import type { Namespace } from '@foyer/protocol'
import { readSupportedRequests } from '../account/readSupportedRequests.ts'
import type { Foyer } from '../foyer.ts'
import { readNetwork } from '../network/readNetwork.ts'

/**
 * True if the connected account can send: the `send` feature is on, the site offers the network, the adapter sends,
 * and the wallet allows one of the methods for it.
 *
 * @param namespace - The active one if omitted.
 * @source spec 5.11, 6.5, 9.20, 9.21
 */
export function supportsSend(foyer: Foyer, namespace?: Namespace): boolean {
  return (
    foyer.options.features.send &&
    readNetwork(foyer, namespace) !== undefined &&
    readSupportedRequests(foyer, namespace).send
  )
}
