import type { Namespace } from '@foyer/protocol'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'
import { readNetwork } from '../network/readNetwork.ts'

/**
 * True if the connected account can show its address to receive at: the `receive` feature is on and the site offers
 * the network.
 *
 * @param namespace - The active one if omitted.
 * @source spec 6.5, 9.20
 */
export function supportsReceive(foyer: Foyer, namespace?: Namespace): boolean {
  return (
    foyer.options.features.receive &&
    readNetwork(foyer, namespace) !== undefined &&
    readAccount(foyer, namespace).status === 'connected'
  )
}
