import { type Foyer, type Network, readCapabilities } from '@foyer/core'

/**
 * What it takes to get to a network: `connect`, no wallet of its chain family is connected; `here`, that wallet is there;
 * `free`, nobody has to agree; `ask`, the wallet has to; `never`, the wallet does not allow it.
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
  // A wallet elsewhere is told the network with each request; some chain families know no network of the wallet.
  const isFree = foyer.adapters[chainNamespace]?.switchNetwork
    ? connector.type === 'WALLET_CONNECT' && allowed
    : (allowed ?? true)
  if (isFree) return 'free'
  return readCapabilities(foyer, chainNamespace).switchNetwork ? 'ask' : 'never'
}
