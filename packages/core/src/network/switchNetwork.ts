import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Connected } from '../account/account.ts'
import { allowsRequest } from '../account/allowsRequest.ts'
import { listConnections } from '../account/listConnections.ts'
import { readAdapter } from '../account/readConnection.ts'
import type { Adapter } from '../adapter.ts'
import { dispatch } from '../connection/machine/dispatch.ts'
import { shownAttempt } from '../connection/machine/shownAttempt.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { settle } from '../wait/settle.ts'
import type { Network } from './network.ts'
import { requireNetwork } from './requireNetwork.ts'

/**
 * Switches to another offered network of any namespace, and makes that namespace active. Asks a connected wallet, and
 * adds the network if the wallet does not have it. Without a connection it only sets the network; but if the session of
 * a wallet in another namespace covers this one too, that wallet is connected without a prompt. A later call for the
 * same namespace cancels this one.
 *
 * @throws FoyerError `network-undefined`, `user-rejected`, `request-timed-out`, `request-aborted`, `chain-unsupported`
 *   or `session-chain-unsupported` (the wallet, or a mobile wallet's session, does not support it),
 *   `action-not-allowed` (switched off by `enableNetworkSwitch`)
 * @source spec 1.6, 4.22, 4.23, 8.13
 */
export async function switchNetwork(
  foyer: Foyer,
  { chainId, signal }: { chainId: ChainId; signal?: AbortSignal | undefined },
): Promise<void> {
  const network = requireNetwork(foyer, chainId)
  const namespace = namespaceOf(chainId)
  const adapter = readAdapter(foyer, namespace)
  const isOther = namespace !== foyer.store.get().activeNamespace
  const read = () => {
    const connection = foyer.store.get().connections[namespace]
    return connection?.status === 'connected' ? connection : undefined
  }
  const turn = replaceSwitch(foyer, namespace)
  if (!read()) {
    dispatch(foyer, { type: 'network:chosen', chainId })
    await connectShared(foyer, { chainId, namespace, signal })
  }
  const asked = read()
  if (!asked) return
  if (turn.aborted) throw new FoyerError('request-aborted')
  if (!foyer.options.enableNetworkSwitch && asked.chainId !== chainId)
    throw new FoyerError('action-not-allowed', { details: 'enableNetworkSwitch is false.' })
  let moved = false
  if (asked.chainId !== chainId) {
    if (mustAsk(asked, { adapter, network }))
      await walletRequest(foyer, {
        kind: 'switch',
        namespace,
        signal: signal ? AbortSignal.any([signal, turn]) : turn,
        run: async (ended) =>
          adapter.switchNetwork?.({
            network,
            provider: asked.provider.until?.(ended) ?? asked.provider,
          }),
      })
    const now = read()
    if (!now || now.provider !== asked.provider) return
    // Most wallets have reported the change by now. For the others set it here, unless they reported another network.
    moved = now.chainId === asked.chainId
    if (!moved && now.chainId !== chainId) return
  }
  dispatch(foyer, { type: 'network:chosen', chainId, moved, tokens: isOther })
}

/**
 * True if the wallet must be asked. A wallet without an active network uses any that it allows.
 *
 * @throws FoyerError `chain-unsupported`, `session-chain-unsupported`
 */
function mustAsk(
  { connector, scope }: Connected,
  { adapter, network }: { adapter: Adapter; network: Network },
): boolean {
  const { chainIds } = scope ?? {}
  const isElsewhere = connector.type === 'WALLET_CONNECT'
  const isAllowed = chainIds?.includes(network.caipNetworkId)
  // Each request to a mobile wallet names its network, so nothing changes there.
  if (isElsewhere && isAllowed) return false
  if (!adapter.switchNetwork && (isAllowed ?? true)) return false
  if (adapter.switchNetwork && allowsRequest(scope, 'switchNetwork')) return true
  throw new FoyerError(isElsewhere ? 'session-chain-unsupported' : 'chain-unsupported', {
    details: `${network.name} is not among what ${connector.name} allows: ${chainIds?.join(', ') ?? 'unknown'}.`,
  })
}

/** Connects a namespace through a wallet that is connected in another one and allows both. */
async function connectShared(
  foyer: Foyer,
  {
    chainId,
    namespace,
    signal,
  }: { chainId: ChainId; namespace: Namespace; signal: AbortSignal | undefined },
): Promise<void> {
  const state = foyer.store.get()
  const attempt = shownAttempt(state, namespace)
  // Only replace what an earlier switch began.
  if (attempt && (!attempt.silent || state.phase === 'reconnecting')) return
  const shared = listConnections(foyer).find(
    ({ connection: { connector } }) =>
      (connector.sharesSession || connector.type === 'AUTH') &&
      connector.namespaces.includes(namespace),
  )
  if (!shared) return
  const { confirmConnections } = await import('../connection/confirmConnections.ts')
  const { connector } = shared.connection
  await settle(() => confirmConnections(foyer, [{ chainId, connector, namespace }]), { signal })
}

/** Cancels a pending switch. @returns A signal that aborts when the next one begins. */
function replaceSwitch({ running }: Foyer, namespace: Namespace): AbortSignal {
  running.switches ??= new Map()
  const { switches } = running
  switches.get(namespace)?.abort()
  const controller = new AbortController()
  switches.set(namespace, controller)
  return controller.signal
}
