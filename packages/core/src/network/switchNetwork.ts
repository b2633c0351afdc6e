import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { setConnection } from '../connection/setConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../createFoyer.ts'
import { setActiveNetwork } from './pickNetwork.ts'
import { requireNetwork } from './requireNetwork.ts'

/**
 * Goes to another offered network. A connected wallet is asked, and the network added to it where it is unknown there;
 * without one the network is merely set.
 *
 * @throws FoyerError `network-undefined`, `user-rejected`, `request-timed-out`, `chain-unsupported` (the wallet can not),
 *   `action-not-allowed` (switched off by `enableNetworkSwitch`)
 * @source ledger 4.22
 */
export async function switchNetwork(
  foyer: Foyer,
  { chainId, signal }: { chainId: ChainId; signal?: AbortSignal | undefined },
): Promise<void> {
  const network = requireNetwork(foyer, chainId)
  const namespace = namespaceOf(chainId)
  const adapter = readAdapter(foyer, namespace)
  const connection = foyer.store.get().connections[namespace]
  if (connection?.status !== 'connected') return setActiveNetwork(foyer, chainId)
  if (!foyer.options.enableNetworkSwitch)
    throw new FoyerError('action-not-allowed', { details: 'enableNetworkSwitch is false.' })
  if (connection.chainId === chainId) return setActiveNetwork(foyer, chainId)
  const change = adapter.switchNetwork
  if (!change) throw new FoyerError('chain-unsupported', { details: network.name })
  await walletRequest(foyer, {
    kind: 'switch',
    namespace,
    signal,
    run: () => change({ network, provider: connection.provider }),
  })
  const now = foyer.store.get().connections[namespace]
  if (now?.status !== 'connected' || now.connector !== connection.connector) return
  // Most wallets have told by now; for those that do not, what they promised holds.
  if (now.chainId !== chainId) setConnection(foyer, namespace, { ...now, chainId })
  setActiveNetwork(foyer, chainId)
}
