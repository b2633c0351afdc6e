import type { ConnectMethod } from '../features.ts'
import type { Foyer } from '../foyer.ts'
import { isExcluded } from '../wallets/isExcluded.ts'

/**
 * Returns the order of the ways to connect: wallets first if one is installed.
 *
 * @source spec 9.17
 */
export function readConnectOrder(foyer: Foyer): readonly ConnectMethod[] {
  const { connectMethodsOrder } = foyer.options.features
  if (connectMethodsOrder) return connectMethodsOrder
  const installed = foyer.store.get().connectors.some(
    (connector) =>
      (connector.type === 'INJECTED' || connector.type === 'ANNOUNCED') &&
      !isExcluded(foyer, {
        id: connector.explorerId,
        name: connector.name,
        rdns: connector.info?.rdns,
      }),
  )
  return installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
}
