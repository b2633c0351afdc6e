import type { Foyer } from '../foyer.ts'
import type { Connector } from './connector.ts'

/**
 * Lists a way to connect. One that is already there, by id and namespaces, stays as it is.
 *
 * @returns Takes it off the list again. What is connected by it stays until the wallet ends it.
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
