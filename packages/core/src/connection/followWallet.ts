import { isChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { readOwner } from '../account/readOwner.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import type { ConnectionEvent } from './machine/connectionEvent.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Forwards the events of a connected wallet while its namespace shows it or may restore it.
 *
 * @returns A stop function, which never throws.
 */
export function followWallet(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): () => void {
  let following = true
  const forward = (event: ConnectionEvent) => {
    const owner = readOwner(foyer.store.get(), namespace)
    if (following && owner?.connector === connector) dispatch(foyer, event)
  }
  const stop = connector.watch({
    namespace,
    listener: {
      onAccounts(given) {
        const adapter = readAdapter(foyer, namespace)
        const accounts = given.filter(({ address }) => adapter.isAddress(address))
        forward({ type: 'wallet:accounts', namespace, accounts })
      },
      onChain(chainId) {
        if (isChainId(chainId) && namespaceOf(chainId) === namespace)
          forward({ type: 'wallet:chain', namespace, chainId })
      },
      onScope: (scope) => forward({ type: 'wallet:scope', namespace, scope }),
      onDisconnect: () => forward({ type: 'wallet:disconnected', namespace, connector }),
    },
  })
  return () => {
    following = false
    try {
      stop()
    } catch (error) {
      foyer.log('error', `${connector.name} still sends its events`, error)
    }
  }
}
