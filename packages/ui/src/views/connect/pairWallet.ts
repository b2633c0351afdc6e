import { connect, type Foyer, findPairingConnector, type Pairing } from '@foyer/core'
import { deferConnect, setWalletLink } from '@foyer/core/internal'

/**
 * Waits for a wallet that scans the code or was opened by a link: a separate chunk, so that the view appears first.
 *
 * @param link - The opened wallet, to be opened again by later requests.
 * @throws FoyerError as `connect` of the core
 */
export function pairWallet(
  foyer: Foyer,
  { link, ...parameters }: connect.Parameters & { link: Pairing['wcLinking'] },
): Promise<void> {
  const paired = connect(foyer, parameters)
  // A new connection clears the previous wallet's link.
  if (link) setWalletLink(foyer, link)
  return paired
}

/** Hides the attempt, while a wallet that scanned the code may still approve. */
export function defer(foyer: Foyer): void {
  const connector = findPairingConnector(foyer)
  if (connector) deferConnect(foyer, connector)
}

/** The same for a wallet that was opened by a link. */
export function reopen(foyer: Foyer, link: Pairing['wcLinking']): void {
  setWalletLink(foyer, link)
}
