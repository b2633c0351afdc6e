import type { Foyer } from '../foyer.ts'
import type { Connector } from './connector.ts'

/**
 * Adds a connector to the list. An existing one with the same id and namespaces stays.
 *
 * @returns Removes it from the list. Its connection stays until the wallet ends it.
 */
export function addConnector({ store }: Foyer, connector: Connector): () => void {
  const key = keyOf(connector)
  store.set((state) =>
    state.connectors.some((known) => keyOf(known) === key)
      ? state
      : { ...state, connectors: [...state.connectors, connector] },
  )
  return () =>
    store.set((state) => ({
      ...state,
      connectors: state.connectors.filter((known) => known !== connector),
    }))
}

function keyOf({ id, namespaces }: Connector): string {
  return [id, ...namespaces].join(' ')
}
