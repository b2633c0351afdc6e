import { readStoredAccountTypes } from './account/storedAccountTypes.ts'
import { createCache } from './cache/createCache.ts'
import { readStoredConnections } from './connection/machine/storedConnections.ts'
import { createEmitter } from './events/createEmitter.ts'
import type { FoyerEvents } from './events/events.ts'
import type { Foyer } from './foyer.ts'
import { createLog } from './log.ts'
import { pickNetwork } from './network/pickNetwork.ts'
import { type Options, resolveOptions } from './options.ts'
import { noPairing } from './pairing.ts'
import { createRunning } from './running.ts'
import type { FoyerState } from './state.ts'
import { createStorage, type StorageBacking } from './storage/createStorage.ts'
import { createStore } from './store/createStore.ts'
import { readStoredRecents } from './wallets/recentWallets.ts'

/**
 * Creates an instance without network or DOM access: {@link start} reconnects, {@link discover} finds wallets.
 *
 * @throws FoyerError `options-invalid`, `adapter-not-found`
 * @example const foyer = createFoyer({ projectId, apiUrl, adapters: [evm()], networks: [mainnet] })
 */
export function createFoyer(given: Options): Foyer {
  const options = resolveOptions(given)
  const log = createLog(options.logLevel)
  const storage = createStorage({
    backing: options.storage ?? localStorageOrNone(),
    storageKey: options.storageKey,
  })
  const stored = options.enableReconnect ? readStoredConnections(storage) : {}
  const { activeChainIds, activeNamespace } = pickNetwork({ options, storage })
  return {
    options,
    log,
    storage,
    adapters: Object.fromEntries(options.adapters.map((adapter) => [adapter.namespace, adapter])),
    cache: createCache(),
    events: createEmitter<FoyerEvents>((error) => log('error', 'a listener failed', error)),
    running: createRunning(),
    store: createStore<FoyerState>({
      phase: 'created',
      activeNamespace,
      activeChainIds,
      networks: options.networks,
      connectors: options.connectors,
      // A stored connection is connecting until the wallet confirms it. [4.2]
      connections: Object.fromEntries(
        Object.entries(stored)
          .filter(([namespace, { address }]) =>
            options.adapters.some(
              (adapter) => adapter.namespace === namespace && adapter.isAddress(address),
            ),
          )
          .map(([namespace, { address, chainId, connectorId }]) => [
            namespace,
            { status: 'connecting', connectorId, address, chainId },
          ]),
      ),
      attempts: [],
      shownAttempts: {},
      details: {},
      preferredAccountTypes: readStoredAccountTypes(storage),
      pairing: noPairing,
      recentWallets: readStoredRecents(storage),
      directory: {
        page: 0,
        count: 0,
        featured: [],
        recommended: [],
        recent: [],
        wallets: [],
        search: [],
        excludedWallets: [],
      },
      requests: [],
      alerts: [],
    }),
  }
}

/** Only in a page: a server's local storage would be shared by all its users. */
function localStorageOrNone(): StorageBacking | undefined {
  if (!('document' in globalThis)) return undefined
  try {
    return (globalThis as { localStorage?: StorageBacking }).localStorage
  } catch {
    // A browser that blocks storage throws on access.
    return undefined
  }
}
