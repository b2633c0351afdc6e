import { disconnect, type Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'

/** Disconnects one namespace, or with undefined all of them. @throws FoyerError `disconnect-failed` */
export function leave(foyer: Foyer, namespace: Namespace | undefined): Promise<void> {
  return disconnect(foyer, { namespace })
}
