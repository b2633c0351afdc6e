import type { Foyer } from '../foyer.ts'
import type { Connector } from './connector.ts'

/** The connector that reaches wallets elsewhere by a URI; undefined where the site has none. */
export function findPairingConnector({ store }: Foyer): Connector | undefined {
  return store.get().connectors.find(({ type }) => type === 'WALLET_CONNECT')
}
