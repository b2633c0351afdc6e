import { connect, type Foyer, findPairingConnector, type Pairing } from '@foyer/core'
import { deferConnect, setWalletLink } from '@foyer/core/internal'

/**
 * Waits for a wallet that scanned the code or was opened by a link: a chunk of its own, since the view shows before it
 * is here.
 *
 * @param link - The wallet that was opened, to be opened again by later requests.
 * @throws FoyerError as `connect` of the core
 */
export function pairWallet(
  foyer: Foyer,
  { link, ...parameters }: connect.Parameters & { link: Pairing['wcLinking'] },
): Promise<void> {
  const paired = connect(foyer, parameters)
  // A new connection forgets the wallet of the one before.
  if (link) setWalletLink(foyer, link)
  return paired
}

/** Shows the site as not connecting, while a wallet that scanned the code may still approve. */
export function defer(foyer: Foyer): void {
  const connector = findPairingConnector(foyer)
  if (connector) deferConnect(foyer, connector)
}

/** The same for a wallet that is opened while it is waited for. */
export function reopen(foyer: Foyer, link: Pairing['wcLinking']): void {
  setWalletLink(foyer, link)
}
