import type { Namespace } from '@foyer/protocol'
import { readStoredAccountTypes } from './account/storedAccountTypes.ts'
import type { Adapter } from './adapter.ts'
import { type Cache, createCache } from './cache/createCache.ts'
import { readStoredConnections } from './connection/storedConnections.ts'
import { createEmitter, type Emitter } from './events/createEmitter.ts'
import type { FoyerEvents } from './events/events.ts'
import { createLog, type Log } from './log.ts'
import { pickNetwork } from './network/pickNetwork.ts'
import { type Options, type ResolvedOptions, resolveOptions } from './options.ts'
import { createRunning, type Running } from './running.ts'
import { type FoyerState, noPairing } from './state.ts'
import { createStorage, type Storage, type StorageBacking } from './storage/createStorage.ts'
import { createStore, type Store } from './store/createStore.ts'
import { readStoredRecents } from './wallets/recentWallets.ts'

/** One instance. Everything it knows is in it: two on a page, or two requests on a server, share nothing. */
export type Foyer = {
  readonly options: ResolvedOptions
  readonly adapters: Partial<Readonly<Record<Namespace, Adapter>>>
  readonly store: Store<FoyerState>
  readonly storage: Storage
  readonly cache: Cache
  readonly events: Emitter<FoyerEvents>
  readonly log: Log
  readonly running: Running
}

/**
 * Makes an instance. No network, no DOM: discovery and reconnecting begin with {@link start}.
 *
 * @throws FoyerError `options-invalid`, `adapter-not-found`
 * @example
 * const foyer = createFoyer({ projectId, apiUrl, adapters: [evm()], networks: [mainnet] })
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
      // A stored connection counts as connecting until the wallet confirms it. [4.2]
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

/** Only a page has one of its visitor's own: on a server it would be shared by all of them. */
function localStorageOrNone(): StorageBacking | undefined {
  if (!('document' in globalThis)) return undefined
  try {
    return (globalThis as { localStorage?: StorageBacking }).localStorage
  } catch {
    // A browser that blocks storage throws on the mere name.
    return undefined
  }
}
