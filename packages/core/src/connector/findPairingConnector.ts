import type { Foyer } from '../foyer.ts'
import type { Connector } from './connector.ts'

/** Returns the connector that pairs with mobile wallets by URI; undefined if the site has none. */
export function findPairingConnector({ store }: Foyer): Connector | undefined {
  return store.get().connectors.find(({ type }) => type === 'WALLET_CONNECT')
}
