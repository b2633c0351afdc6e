import { type ChainId, FoyerError, type Namespace } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { noPairing } from '../state.ts'
import { rememberWallet } from '../wallets/recentWallets.ts'
import type { RecentWallet } from '../wallets/wallet.ts'
import { acceptSession } from './acceptSession.ts'
import { setConnection } from './setConnection.ts'
import { storeConnections } from './storedConnections.ts'
import { walletRequest } from './walletRequest.ts'

/**
 * Opens a wallet and connects its account. A later call for the same namespace ends this one.
 *
 * @throws FoyerError `user-rejected`, `request-pending`, `request-timed-out`, `request-aborted`, `connection-invalid`,
 *   `adapter-not-found`
 * @source ledger 1.1, 4.1
 */
export async function connect(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  const { connector, signal, wallet } = parameters
  const namespace = parameters.namespace ?? chooseNamespace(foyer, connector)
  readAdapter(foyer, namespace)
  foyer.aborts.get(namespace)?.abort()
  const controller = new AbortController()
  foyer.aborts.set(namespace, controller)
  const { connections } = foyer.store.get()
  const before = connections[namespace] ?? { status: 'disconnected' as const }
  const isCurrent = () => foyer.aborts.get(namespace) === controller
  const recent = wallet ?? recentOf(connector)

  setConnection(foyer, namespace, { status: 'connecting', connectorId: connector.id })
  foyer.store.set((state) => ({ ...state, pairing: { ...state.pairing, recentWallet: recent } }))
  try {
    const session = await walletRequest(foyer, {
      kind: 'connect',
      namespace,
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      run: (ended) =>
        connector.connect({
          namespace,
          chainId: parameters.chainId ?? foyer.store.get().activeChainIds[namespace],
          silent: false,
          signal: ended,
          onPending() {
            if (isCurrent())
              setConnection(foyer, namespace, {
                status: 'connecting',
                connectorId: connector.id,
                pending: true,
              })
          },
        }),
    })
    if (!isCurrent()) throw new FoyerError('request-aborted')
    acceptSession(foyer, { connector, namespace, session })
    rememberWallet(foyer, recent)
  } catch (error) {
    // What was connected before the attempt still is: the wallet that was refused is another one.
    if (isCurrent())
      setConnection(
        foyer,
        namespace,
        before.status === 'connected' ? before : { status: 'disconnected' },
      )
    storeConnections(foyer)
    throw error
  } finally {
    if (isCurrent()) {
      foyer.aborts.delete(namespace)
      foyer.store.set((state) => ({ ...state, pairing: noPairing }))
    }
  }
}

export declare namespace connect {
  type Parameters = {
    connector: Connector
    /** @default the active one where the connector can, else its first */
    namespace?: Namespace | undefined
    /** @default the active network of the namespace */
    chainId?: ChainId | undefined
    /** What to remember among the recent wallets. @default made from the connector */
    wallet?: RecentWallet | undefined
    signal?: AbortSignal | undefined
  }
}

function chooseNamespace(foyer: Foyer, connector: Connector): Namespace {
  const { activeNamespace } = foyer.store.get()
  if (connector.namespaces.includes(activeNamespace)) return activeNamespace
  const namespace = connector.namespaces.find((one) => foyer.adapters[one])
  if (namespace) return namespace
  throw new FoyerError('adapter-not-found', {
    details: `${connector.name} connects ${connector.namespaces.join(', ')}; pass an adapter for one of them.`,
  })
}

function recentOf(connector: Connector): RecentWallet {
  return {
    id: connector.explorerId ?? connector.id,
    name: connector.name,
    ...(connector.info?.rdns ? { rdns: connector.info.rdns } : {}),
    ...(connector.imageId ? { image_id: connector.imageId } : {}),
  }
}
