import { FoyerError, isChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Connector, Session } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { setActiveNetwork } from '../network/pickNetwork.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { endSession } from './endSession.ts'
import { learnAccount } from './learnAccount.ts'
import { setConnection } from './setConnection.ts'
import { storeConnections } from './storedConnections.ts'

/**
 * Takes over what a wallet gave: writes it, remembers it, and follows the wallet from now on.
 *
 * @throws FoyerError `connection-invalid` when the wallet's answer is no account of this namespace
 */
export function acceptSession(
  foyer: Foyer,
  {
    connector,
    namespace,
    session,
  }: { connector: Connector; namespace: Namespace; session: Session },
): void {
  const accounts = checkSession(foyer, { namespace, session })
  foyer.watches.get(namespace)?.()
  setConnection(foyer, namespace, {
    status: 'connected',
    connector,
    provider: session.provider,
    accounts,
    address: accounts[0].address,
    chainId: session.chainId,
  })
  foyer.watches.set(namespace, followWallet(foyer, { connector, namespace }))
  settleNetwork(foyer, namespace)
  storeConnections(foyer)
  learnAccount(foyer, namespace)
}

type Accounts = readonly [Session['accounts'][number], ...Session['accounts']]

function checkSession(
  foyer: Foyer,
  { namespace, session }: { namespace: Namespace; session: Session },
): Accounts {
  const adapter = readAdapter(foyer, namespace)
  const accounts = session.accounts.filter(({ address }) => adapter.isAddress(address))
  if (!isAccounts(accounts))
    throw new FoyerError('connection-invalid', { details: 'The wallet gave no valid address.' })
  if (!isChainId(session.chainId) || namespaceOf(session.chainId) !== namespace)
    throw new FoyerError('connection-invalid', {
      details: `The wallet gave no valid network: ${String(session.chainId)}`,
    })
  return accounts
}

function isAccounts(accounts: Session['accounts']): accounts is Accounts {
  return accounts.length > 0
}

function followWallet(
  foyer: Foyer,
  { connector, namespace }: { connector: Connector; namespace: Namespace },
): () => void {
  const read = () => {
    const connection = foyer.store.get().connections[namespace]
    return connection?.status === 'connected' && connection.connector === connector
      ? connection
      : undefined
  }
  return connector.watch({
    namespace,
    listener: {
      onAccounts(given) {
        const connection = read()
        if (!connection) return
        const adapter = readAdapter(foyer, namespace)
        const accounts = given.filter(({ address }) => adapter.isAddress(address))
        const [first] = accounts
        if (!first) return endSession(foyer, namespace)
        setConnection(foyer, namespace, { ...connection, accounts, address: first.address })
        storeConnections(foyer)
        if (first.address !== connection.address) learnAccount(foyer, namespace)
      },
      onChain(chainId) {
        const connection = read()
        if (!connection || connection.chainId === chainId) return
        if (!isChainId(chainId) || namespaceOf(chainId) !== namespace) return
        setConnection(foyer, namespace, { ...connection, chainId })
        settleNetwork(foyer, namespace)
        storeConnections(foyer)
        learnAccount(foyer, namespace)
      },
      onDisconnect() {
        if (read()) endSession(foyer, namespace)
      },
    },
  })
}

/** Makes the wallet's network the active one, or says that the site does not offer it. @source ledger 4.24 */
function settleNetwork(foyer: Foyer, namespace: Namespace): void {
  const { options, store } = foyer
  const connection = store.get().connections[namespace]
  if (connection?.status !== 'connected') return
  const { chainId } = connection
  if (findNetwork(store.get(), chainId)) {
    setActiveNetwork(foyer, chainId)
    return
  }
  store.set((state) => ({ ...state, activeNamespace: namespace }))
  if (options.allowUnsupportedChain || !options.enableNetworkSwitch) return
  foyer.events.emit('network:unsupported', { namespace, chainId })
}
