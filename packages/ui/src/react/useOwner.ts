import type { Namespace } from '@foyer/protocol'
import { useFoyerValue } from './FoyerContext.ts'

/** The connected wallet and its account, as the key of a query that asks the wallet; undefined without one. */
export const useOwner = (namespace: Namespace | undefined): string | undefined =>
  useFoyerValue(({ store }) => {
    const { activeNamespace, connections } = store.get()
    const connection = connections[namespace ?? activeNamespace]
    return connection?.status === 'connected'
      ? `${connection.connector.id}:${connection.address}`
      : undefined
  })
