import type { Foyer } from '../foyer.ts'

/** Returns the CAIP-10 id of the account that the user acts with; undefined without one. */
export function readSwapOwner(foyer: Foyer): string | undefined {
  const { activeNamespace, connections } = foyer.store.get()
  const connection = connections[activeNamespace]
  return connection?.status === 'connected'
    ? `${connection.chainId}:${connection.address}`
    : undefined
}
