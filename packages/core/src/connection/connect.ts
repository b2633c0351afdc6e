import {
  type ChainId,
  FoyerError,
  type Namespace,
  namespaceOf,
  toFoyerError,
} from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { alertCause } from '../alerts/alert.ts'
import { connectableNamespaces } from '../connector/connectableNamespaces.ts'
import { type Connector, isOneWallet } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { rememberWallet } from '../wallets/rememberWallet.ts'
import type { RecentWallet } from '../wallets/wallet.ts'
import { acceptSession } from './acceptSession.ts'
import { beginAttempt, endAttempt } from './attempt.ts'
import { listConnections } from './listConnections.ts'
import { clearPairing, pairParameters } from './pairing.ts'
import { setConnection } from './setConnection.ts'
import { tellOtherTabs } from './tellOtherTabs.ts'
import { walletRequest } from './walletRequest.ts'

/**
 * Opens a wallet and connects its account. A later call for the same namespace ends this one. What was connected
 * before comes back when this fails. A wallet that shares its approval, and approved other namespaces alone, is
 * connected in those where none was wished for.
 *
 * @throws FoyerError `user-rejected`, `request-pending`, `request-timed-out`, `request-aborted`, `connection-invalid`,
 *   `adapter-not-found`, `chain-unsupported` (not by this connector), `network-undefined`
 * @source ledger 1.1, 4.1
 */
export async function connect(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  const { chainId, signal } = parameters
  const namespace = chooseNamespace(foyer, parameters)
  const connector =
    parameters.connector.members?.find(({ namespaces }) => namespaces.includes(namespace)) ??
    parameters.connector
  readAdapter(foyer, namespace)
  if (chainId) requireNetwork(foyer, chainId)
  const wallet = parameters.wallet ?? recentOf(parameters.connector)

  const attempt = beginAttempt(foyer, namespace, { silent: false })
  setConnection(foyer, namespace, { status: 'connecting', connectorId: connector.id })
  clearPairing(foyer, { recentWallet: wallet })
  let isElsewhere = false
  try {
    const session = await walletRequest(foyer, {
      kind: 'connect',
      namespace,
      signal: signal
        ? AbortSignal.any([signal, attempt.controller.signal])
        : attempt.controller.signal,
      run: (ended) => openWallet(foyer, { attempt, connector, namespace, chainId, signal: ended }),
    })
    if (!attempt.isCurrent()) throw new FoyerError('request-aborted')
    acceptSession(foyer, { isChosen: true, connector, namespace, session })
    endAttempt(foyer, namespace, foyer.store.get().pairing.wcLinking)
  } catch (error) {
    const failure = toFoyerError(error, 'connection-invalid')
    // Who wished for this namespace alone is not served by another one.
    const isOpen = connector.type === 'WALLET_CONNECT' && !parameters.namespace && !chainId
    if (isOpen && failure.code === 'not-connected')
      isElsewhere = await shareOthers(foyer, { connector, namespace })
    if (attempt.isCurrent()) {
      // The wallet that was refused is another one than the one before.
      setConnection(foyer, namespace, attempt.before ?? { status: 'disconnected' })
      const { wcLinking } = foyer.store.get().pairing
      endAttempt(foyer, namespace, isElsewhere ? wcLinking : attempt.before && attempt.link)
    }
    if (!isElsewhere) {
      alertCause(foyer, failure)
      throw failure
    }
  }
  if (parameters.wallet || isOneWallet(connector)) rememberWallet(foyer, wallet)
  if (connector.sharesSession && !isElsewhere) await share(foyer, { connector, namespace })
  const connected = listConnections(foyer).filter((one) => one.connection.connector === connector)
  tellOtherTabs(foyer, { event: 'connected', namespaces: connected.map((one) => one.namespace) })
  if (!chainId) return
  await switchNetwork(foyer, { chainId, signal }).catch((error) =>
    foyer.log('info', 'the wallet is connected, on another network', error),
  )
}

export declare namespace connect {
  type Parameters = {
    /** One of several members connects by that of the namespace. */
    connector: Connector
    /** @default that of `chainId`, else the active one where the connector can, else its first */
    namespace?: Namespace | undefined
    /** The network to end on; a wallet on another one is asked to switch. @default the one that the wallet is on */
    chainId?: ChainId | undefined
    /** What to remember among the recent wallets. @default made from the connector of an installed wallet */
    wallet?: RecentWallet | undefined
    signal?: AbortSignal | undefined
  }
}

/** The wallet is connected, whatever becomes of its other namespaces. */
async function share(foyer: Foyer, shared: { connector: Connector; namespace: Namespace }) {
  try {
    await (await import('./shareSession.ts')).shareSession(foyer, shared)
  } catch (error) {
    foyer.log('error', 'the other namespaces of a wallet could not be connected', error)
  }
}

/** What the wallet approved beside what it was asked for. @returns Whether that connected it. */
async function shareOthers(
  foyer: Foyer,
  shared: { connector: Connector; namespace: Namespace },
): Promise<boolean> {
  try {
    return await (await import('./acceptOthers.ts')).acceptOthers(foyer, shared)
  } catch (error) {
    foyer.log('error', 'what a wallet approved besides could not be connected', error)
    return false
  }
}

/** In the same turn as the call, unless the wallet still lets go: some wallets open a window, which needs the click. */
function openWallet(
  foyer: Foyer,
  {
    attempt,
    chainId,
    connector,
    namespace,
    signal,
  }: {
    attempt: ReturnType<typeof beginAttempt>
    chainId: ChainId | undefined
    connector: Connector
    namespace: Namespace
    signal: AbortSignal
  },
): ReturnType<Connector['connect']> {
  const open = () =>
    connector.connect({
      ...pairParameters(foyer, attempt),
      namespace,
      chainId: chainId ?? foyer.store.get().activeChainIds[namespace],
      silent: false,
      signal,
      onPending() {
        if (attempt.isCurrent())
          setConnection(foyer, namespace, {
            status: 'connecting',
            connectorId: connector.id,
            pending: true,
          })
      },
    })
  const leaving = foyer.running.leaving.get(namespace)
  if (!leaving) return open()
  return leaving.then(() => {
    if (signal.aborted) throw new FoyerError('request-aborted')
    return open()
  })
}

function chooseNamespace(
  foyer: Foyer,
  { chainId, connector, namespace }: connect.Parameters,
): Namespace {
  const wished = namespace ?? (chainId && namespaceOf(chainId))
  if (wished) {
    if (connector.namespaces.includes(wished)) return wished
    throw new FoyerError('chain-unsupported', {
      details: `${connector.name} connects ${connector.namespaces.join(', ')}, not ${wished}.`,
    })
  }
  const { activeNamespace } = foyer.store.get()
  if (connector.namespaces.includes(activeNamespace)) return activeNamespace
  const first =
    connectableNamespaces(foyer, connector)[0] ??
    connector.namespaces.find((one) => foyer.adapters[one])
  if (first) return first
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
