import { disconnect, type Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/** Disconnects one namespace. @throws FoyerError `disconnect-failed` */
export function leave(foyer: Foyer, namespace: Namespace): Promise<void> {
  return disconnect(foyer, { namespace })
}
