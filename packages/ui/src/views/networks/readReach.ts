import { type Foyer, type Network, readSupportedRequests } from '@foyer/core'

/**
 * Requirement of a switch to a network. `connect`: a wallet in its namespace; `here`: nothing, the wallet is on it; `free`:
 * no approval; `ask`: the wallet's approval; `never`: impossible, the wallet does not allow it.
 *
 * @source spec 4.22, 4.23
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
  return readSupportedRequests(foyer, chainNamespace).switchNetwork ? 'ask' : 'never'
}
