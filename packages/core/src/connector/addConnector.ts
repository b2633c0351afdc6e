import type { Foyer } from '../createFoyer.ts'
import type { Connector } from './connector.ts'

/** Lists a way to connect. One that is already there, by id and namespaces, stays as it is. */
export function addConnector({ store }: Foyer, connector: Connector): void {
  const key = keyOf(connector)
  store.set((state) =>
    state.connectors.some((known) => keyOf(known) === key)
      ? state
      : { ...state, connectors: [...state.connectors, connector] },
  )
}

function keyOf({ id, namespaces }: Connector): string {
  return [id, ...namespaces].join(' ')
}
