import type { Foyer } from '../foyer.ts'
import { watch } from '../store/watch.ts'
import { isAuthConnector } from './authConnector.ts'
import type { Connector } from './connector.ts'

/**
 * Attaches the embedded wallets, listed now or later. A removed one may still be connected, and stays attached.
 *
 * @returns A stop function.
 */
export function attachConnectors(foyer: Foyer): () => void {
  const stops = new Map<Connector, () => void>()
  const attach = (connectors: readonly Connector[]) => {
    for (const connector of connectors)
      if (isAuthConnector(connector) && !stops.has(connector))
        stops.set(connector, connector.attach(foyer))
  }
  attach(foyer.store.get().connectors)
  const stop = watch(foyer.store, ({ connectors }) => connectors, attach)
  return () => {
    stop()
    for (const detach of stops.values()) detach()
  }
}
