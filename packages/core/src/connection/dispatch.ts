import { learnAccount } from '../account/learnAccount.ts'
import { storeSelected } from '../account/selectedAccount.ts'
import type { Foyer } from '../foyer.ts'
import { activeNetworkKey } from '../network/pickNetwork.ts'
import { rememberWallet } from '../wallets/rememberWallet.ts'
import type { ConnectionEffect, ConnectionEvent } from './connectionEvent.ts'
import { reduce } from './reduce.ts'
import { storeConnection } from './storeConnection.ts'

/**
 * The one way to change what is connected: writes what the event makes of the state and does what follows from it.
 * Listeners of the store hear of all of it once, at the end, so that they see no state in between and may dispatch.
 */
export function dispatch(foyer: Foyer, event: ConnectionEvent): void {
  const { running, store } = foyer
  running.dispatch ??= (later) => dispatch(foyer, later)
  store.batch(() => {
    const { effects, state } = reduce(store.get(), event)
    store.set(state)
    for (const effect of effects) run(foyer, effect)
  })
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
    case 'learn':
      learnAccount(foyer, effect.namespace, effect)
      break
    case 'unsupported':
      if (!options.allowUnsupportedChain && options.enableNetworkSwitch) {
        const { chainId, namespace } = effect
        events.emit('network:unsupported', { namespace, chainId })
      }
  }
}
