import type { Foyer } from '../createFoyer.ts'
import type { Connector } from './connector.ts'

/**
 * Lists a way to connect. One that is already there, by id and namespaces, stays as it is.
 *
 * @returns Takes it off the list again. What is connected by it stays until the wallet ends it.
 */
export function addConnector({ store }: Foyer, connector: Connector): () => void {
  const key = keyOf(connector)
  const list = (change: (connectors: readonly Connector[]) => readonly Connector[]) =>
    store.set((state) => {
      const connectors = change(state.connectors)
      return connectors === state.connectors ? state : { ...state, connectors }
    })
  list((all) => (all.some((one) => keyOf(one) === key) ? all : [...all, connector]))
  return () =>
    list((all) => (all.includes(connector) ? all.filter((one) => one !== connector) : all))
}

function keyOf({ id, namespaces }: Connector): string {
  return [id, ...namespaces].join(' ')
}
