import { type Foyer, type Network, readCapabilities } from '@foyer/core'

/**
 * Steps to reach a network: `connect`, no wallet of its namespace is connected; `here`, that wallet is on it; `free`,
 * no approval needed; `ask`, the wallet must approve; `never`, the wallet does not allow it.
 *
 * @source ledger 4.22, 4.23
 */
export function readReach(
  foyer: Foyer,
  { caipNetworkId, chainNamespace }: Network,
): 'connect' | 'here' | 'free' | 'ask' | 'never' {
  const connection = foyer.store.get().connections[chainNamespace]
  if (connection?.status !== 'connected') return 'connect'
  const { chainId, connector, scope } = connection
  if (chainId === caipNetworkId) return 'here'
  const allowed = scope?.chainIds?.includes(caipNetworkId)
  // Requests to a mobile wallet name the network; some namespaces have no active network.
  const isFree = foyer.adapters[chainNamespace]?.switchNetwork
    ? connector.type === 'WALLET_CONNECT' && allowed
    : (allowed ?? true)
  if (isFree) return 'free'
  return readCapabilities(foyer, chainNamespace).switchNetwork ? 'ask' : 'never'
}
