import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import type { Connector } from './connector.ts'

/** Lists the namespaces of a connector that this site can connect: it offers a network there. */
export function connectableNamespaces(
  { store }: Foyer,
  { namespaces }: Pick<Connector, 'namespaces'>,
): Namespace[] {
  const { networks } = store.get()
  return namespaces.filter((one) => networks.some(({ chainNamespace }) => chainNamespace === one))
}
