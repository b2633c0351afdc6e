import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { moveTo } from '../connection/moveTo.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../createFoyer.ts'
import { findNetwork } from './readNetwork.ts'
import { requireNetwork } from './requireNetwork.ts'
import { setActiveNetwork } from './setActiveNetwork.ts'

/**
 * Goes to another offered network. A connected wallet is asked, and the network added to it where it is unknown there;
 * without one the network is merely set. A later call for the same namespace ends this one.
 *
 * @throws FoyerError `network-undefined`, `user-rejected`, `request-timed-out`, `request-aborted`, `chain-unsupported`
 *   (the wallet can not), `action-not-allowed` (switched off by `enableNetworkSwitch`)
 * @source ledger 4.22
 */
export async function switchNetwork(
  foyer: Foyer,
  { chainId, signal }: { chainId: ChainId; signal?: AbortSignal | undefined },
): Promise<void> {
  const network = requireNetwork(foyer, chainId)
  const namespace = namespaceOf(chainId)
  const adapter = readAdapter(foyer, namespace)
  const read = () => {
    const connection = foyer.store.get().connections[namespace]
    return connection?.status === 'connected' ? connection : undefined
  }
  const asked = read()
  if (!asked) return setActiveNetwork(foyer, chainId)
  if (!foyer.options.enableNetworkSwitch)
    throw new FoyerError('action-not-allowed', { details: 'enableNetworkSwitch is false.' })
  const turn = takeTurn(foyer, namespace)
  if (asked.chainId !== chainId) {
    const change = adapter.switchNetwork
    if (!change) throw new FoyerError('chain-unsupported', { details: network.name })
    await walletRequest(foyer, {
      kind: 'switch',
      namespace,
      signal: signal ? AbortSignal.any([signal, turn]) : turn,
      run: () => change({ network, provider: asked.provider }),
    })
    const now = read()
    if (!now || now.provider !== asked.provider) return
    // Most wallets have told by now; what the others promised holds, unless they told of another network since.
    if (now.chainId === asked.chainId) moveTo(foyer, namespace, chainId)
    else if (now.chainId !== chainId) return
  }
  if (findNetwork(foyer.store.get(), chainId)) setActiveNetwork(foyer, chainId)
}

/** Ends the switch that is under way. @returns Aborts when the next one begins. */
function takeTurn({ running: { switches } }: Foyer, namespace: Namespace): AbortSignal {
  switches.get(namespace)?.abort()
  const controller = new AbortController()
  switches.set(namespace, controller)
  return controller.signal
}
