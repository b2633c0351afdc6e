import type { Namespace } from '@foyer/protocol'
import type { Adapter } from './adapter.ts'
import type { Cache } from './cache/createCache.ts'
import type { Emitter } from './events/createEmitter.ts'
import type { FoyerEvents } from './events/events.ts'
import type { Log } from './log.ts'
import type { ResolvedOptions } from './options.ts'
import type { Running } from './running.ts'
import type { FoyerState } from './state.ts'
import type { Storage } from './storage/createStorage.ts'
import type { Store } from './store/createStore.ts'

/** One instance. It contains all its state: two on a page, or two requests on a server, share nothing. */
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
