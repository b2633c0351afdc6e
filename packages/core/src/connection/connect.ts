import { type ChainId, FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { connectableNamespaces } from '../connector/connectableNamespaces.ts'
import { type Connector, isOneWallet } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import type { Task } from '../running.ts'
import { settle } from '../wait/settle.ts'
import type { RecentWallet } from '../wallets/recentWallet.ts'
import { askToConnect } from './askToConnect.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Opens a wallet and connects its account. A call for a wallet whose prompt is already open joins that prompt. Prompts
 * of other wallets stay open too, and connect on approval, until a wallet that was picked later is connected. On
 * failure the previous connection is restored. If no namespace was requested and a wallet that shares its session
 * approved other namespaces only, those are connected.
 *
 * @throws FoyerError `user-rejected`, `request-pending`, `request-timed-out`, `request-aborted` (also when a wallet
 *   that was picked later is connected), `connection-invalid`, `adapter-not-found`, `chain-unsupported` (not by this
 *   connector), `network-undefined`
 * @source spec 1.1, 4.1
 */
export async function connect(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  const { chainId, signal } = parameters
  const namespace = chooseNamespace(foyer, parameters)
  const connector =
    parameters.connector.members?.find(({ namespaces }) => namespaces.includes(namespace)) ??
    parameters.connector
  readAdapter(foyer, namespace)
  if (chainId) requireNetwork(foyer, chainId)
  if (signal?.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const prompt = askToConnect(foyer, {
    chainId,
    connector,
    namespace,
    isOpen: !parameters.namespace && !chainId,
    isRemembered: !!parameters.wallet || isOneWallet(connector),
    wallet: parameters.wallet ?? recentOf(parameters.connector),
  })
  await waitFor(foyer, { ...prompt, signal })
  if (!chainId) return
  await switchNetwork(foyer, { chainId, signal }).catch((error) =>
    foyer.log('info', 'connected on another network', error),
  )
}

export declare namespace connect {
  type Parameters = {
    /** A connector with members uses the member of the namespace. */
    connector: Connector
    /** @default that of `chainId`, else the active one if the connector supports it, else the connector's first */
    namespace?: Namespace | undefined
    /** The network to connect on; a wallet on another one is asked to switch. @default the wallet's network */
    chainId?: ChainId | undefined
    /** The entry to store as recent wallet. @default derived from the connector, if it is an installed wallet */
    wallet?: RecentWallet | undefined
    /**
     * Aborts this call; the prompt is cancelled when no other call waits for it. With the reason `'leave'` the prompt
     * stays open, and a later approval still connects.
     */
    signal?: AbortSignal | undefined
  }
}

/** Waits for a prompt as one of its callers; the last one to abort cancels it, unless its reason is `'leave'`. */
async function waitFor(
  foyer: Foyer,
  { id, signal, task }: { id: number; signal: AbortSignal | undefined; task: Task },
): Promise<void> {
  task.callers += 1
  try {
    await settle(async () => task.done, { signal })
  } finally {
    task.callers -= 1
    if (signal?.aborted && signal.reason !== 'leave' && task.callers === 0)
      dispatch(foyer, { type: 'connect:cancelled', id })
  }
}

function chooseNamespace(
  foyer: Foyer,
  { chainId, connector, namespace }: connect.Parameters,
): Namespace {
  const requested = namespace ?? (chainId && namespaceOf(chainId))
  if (requested) {
    if (connector.namespaces.includes(requested)) return requested
    throw new FoyerError('chain-unsupported', {
      details: `${connector.name} connects ${connector.namespaces.join(', ')}, not ${requested}.`,
    })
  }
  const { activeNamespace } = foyer.store.get()
  if (connector.namespaces.includes(activeNamespace)) return activeNamespace
  const first =
    connectableNamespaces(foyer, connector)[0] ??
    connector.namespaces.find((one) => foyer.adapters[one])
  if (first) return first
  throw new FoyerError('adapter-not-found', {
    details: `${connector.name} connects ${connector.namespaces.join(', ')}: add an adapter.`,
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
