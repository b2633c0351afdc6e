import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { disconnectedKey } from './otherTabs.ts'

/** Tells the other tabs that a namespace was disconnected. */
export function tellDisconnect({ storage }: Foyer, namespace: Namespace): void {
  // Only what is new is told to other tabs, hence the moment.
  storage.write(disconnectedKey, { namespace, at: Date.now() })
}
