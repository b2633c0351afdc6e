import { isChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { storeSelected } from '../account/selectedAccount.ts'
import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { endSession } from './endSession.ts'
import { followApprovals } from './followApprovals.ts'
import { learnAccount } from './learnAccount.ts'
import { moveTo } from './moveTo.ts'
import { readOwner } from './readOwner.ts'
import { setOwner } from './setConnection.ts'
import { storeConnection } from './storeConnection.ts'

/**
 * Writes what a connected wallet does by itself, for as long as it is the one that the namespace shows or goes back to.
 *
 * @returns A stop function, which never throws.
 */
export function followWallet(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): () => void {
  let following = true
  const read = () => {
    const owner = following ? readOwner(foyer, namespace) : undefined
    return owner?.connector === connector ? owner : undefined
  }
  const stop = connector.watch({
    namespace,
    listener: {
      onAccounts(given) {
        const owner = read()
        if (!owner) return
        const adapter = readAdapter(foyer, namespace)
        const accounts = given.filter(({ address }) => adapter.isAddress(address))
        const [first] = accounts
        if (!first) return endSession(foyer, namespace)
        // What the visitor chose here holds until the wallet itself goes to another account.
        const isKept =
          first.address === owner.accounts[0]?.address &&
          accounts.some(({ address }) => address === owner.address)
        const address = isKept ? owner.address : first.address
        if (!isKept) storeSelected(foyer.storage, namespace, undefined)
        setOwner(foyer, namespace, { ...owner, accounts, address })
        storeConnection(foyer, namespace)
        if (address !== owner.address) learnAccount(foyer, namespace)
      },
      onChain(chainId) {
        if (read() && isChainId(chainId) && namespaceOf(chainId) === namespace)
          moveTo(foyer, namespace, chainId)
      },
      onScope(scope) {
        const owner = read()
        if (owner) setOwner(foyer, namespace, { ...owner, scope })
      },
      onDisconnect() {
        const end = () => read() && endSession(foyer, namespace)
        // A wallet that leaves all its namespaces leaves the visitor in the active one: that goes last.
        if (foyer.store.get().activeNamespace === namespace) queueMicrotask(end)
        else end()
      },
    },
  })
  const stopApprovals = followApprovals(foyer, { connector, namespace })
  return () => {
    following = false
    stopApprovals()
    try {
      stop()
    } catch (error) {
      foyer.log('error', `${connector.name} could not be left alone`, error)
    }
  }
}
