import type { Namespace } from '@foyer/protocol'
import { loadAccountData } from '../../account/loadAccountData.ts'
import { readOwner } from '../../account/readOwner.ts'
import { storeSelected } from '../../account/selectedAccount.ts'
import type { Foyer } from '../../foyer.ts'
import { activeNetworkKey } from '../../network/pickNetwork.ts'
import { rememberWallet } from '../../wallets/rememberWallet.ts'
import type { ConnectionEffect, ConnectionEvent } from './connectionEvent.ts'
import { reduce } from './reduce.ts'
import {
  connectionsKey,
  readStoredConnections,
  type StoredConnection,
} from './storedConnections.ts'

/**
 * Applies an event to the state and runs its effects; the only way to change connections. Listeners are notified once,
 * at the end, so that they never see an intermediate state and may dispatch.
 */
export function dispatch(foyer: Foyer, event: ConnectionEvent): void {
  const { running, store } = foyer
  running.dispatch ??= (later) => dispatch(foyer, later)
  store.batch(() => {
    const { effects, state } = reduce(store.get(), event)
    store.set(state)
    for (const effect of effects) run(foyer, effect)
  })
  if (event.type !== 'stopped') return
  running.detachSignIn?.()
  running.detachSignIn = undefined
}

function run(foyer: Foyer, effect: ConnectionEffect): void {
  const { events, options, running, storage } = foyer
  switch (effect.type) {
    case 'open':
      running.tasks.get(effect.prompt.id)?.open?.()
      break
    case 'abort':
      running.tasks.get(effect.id)?.controller.abort()
      break
    case 'unwatch':
      running.watches.get(effect.namespace)?.()
      running.watches.delete(effect.namespace)
      break
    case 'store:connection':
      storeConnection(foyer, effect.namespace)
      break
    case 'store:account':
      storeSelected(storage, effect.namespace, effect.selected)
      break
    case 'store:network':
      storage.write(activeNetworkKey, effect.chainId)
      break
    case 'remember':
      rememberWallet(foyer, effect.wallet)
      break
    case 'load':
      loadAccountData(foyer, effect.namespace, effect)
      break
    case 'unsupported':
      if (!options.allowUnsupportedChain && options.enableNetworkSwitch) {
        const { chainId, namespace } = effect
        events.emit('network:unsupported', { namespace, chainId })
      }
  }
}

/** Stores the connection of one namespace; those of other namespaces, from this tab or another, stay. */
function storeConnection({ storage, store }: Foyer, namespace: Namespace): void {
  const owner = readOwner(store.get(), namespace)
  const { [namespace]: _, ...others } = readStoredConnections(storage)
  const stored: Partial<Record<Namespace, StoredConnection>> = owner
    ? {
        ...others,
        [namespace]: {
          connectorId: owner.connector.id,
          name: owner.connector.name,
          status: 'connected',
          address: owner.address,
          chainId: owner.chainId,
        },
      }
    : others
  storage.write(connectionsKey, Object.keys(stored).length > 0 ? stored : undefined)
}
