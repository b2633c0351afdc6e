import { FoyerError, isChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import type { Connection } from '../account/account.ts'
import { readAdapter } from '../account/readConnection.ts'
import { refreshNativeBalance } from '../balance/refreshNativeBalance.ts'
import type { Connector, Session } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { loadIdentity } from '../identity/loadIdentity.ts'
import { setActiveNetwork } from '../network/pickNetwork.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { storeConnections } from './storedConnections.ts'

/** Writes where a namespace stands. */
export function setConnection(foyer: Foyer, namespace: Namespace, connection: Connection): void {
  foyer.store.set((state) => {
    const before = state.connections[namespace]
    const sameAccount =
      before?.status === 'connected' &&
      connection.status === 'connected' &&
      before.address === connection.address
    const { [namespace]: details, ...otherDetails } = state.details
    return {
      ...state,
      connections: { ...state.connections, [namespace]: connection },
      // Another address: nothing that was learnt about the earlier one is true of it.
      details: sameAccount && details ? state.details : otherDetails,
    }
  })
}

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
  learn(foyer, namespace)
}

type Accounts = readonly [Session['accounts'][number], ...Session['accounts']]

function checkSession(
  foyer: Foyer,
  { namespace, session }: { namespace: Namespace; session: Session },
): Accounts {
  const adapter = readAdapter(foyer, namespace)
  const accounts = session.accounts.filter(({ address }) =>
    adapter.isAddress(address, { strict: false }),
  )
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
        const accounts = given.filter(({ address }) =>
          adapter.isAddress(address, { strict: false }),
        )
        const [first] = accounts
        if (!first) return endSession(foyer, namespace)
        setConnection(foyer, namespace, { ...connection, accounts, address: first.address })
        storeConnections(foyer)
        if (first.address !== connection.address) learn(foyer, namespace)
      },
      onChain(chainId) {
        const connection = read()
        if (!connection || connection.chainId === chainId) return
        if (!isChainId(chainId) || namespaceOf(chainId) !== namespace) return
        setConnection(foyer, namespace, { ...connection, chainId })
        settleNetwork(foyer, namespace)
        storeConnections(foyer)
        learn(foyer, namespace)
      },
      onDisconnect() {
        if (read()) endSession(foyer, namespace)
      },
    },
  })
}

/** Forgets the connection of one namespace, and of no other. @source ledger 4.4 */
export function endSession(foyer: Foyer, namespace: Namespace): void {
  foyer.watches.get(namespace)?.()
  foyer.watches.delete(namespace)
  setConnection(foyer, namespace, { status: 'disconnected' })
  storeConnections(foyer)
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

/** Asks for what the account shows; what fails is told where it is shown. */
function learn(foyer: Foyer, namespace: Namespace): void {
  const quietly = (error: unknown) => foyer.log('info', 'account facts could not be loaded', error)
  refreshNativeBalance(foyer, { namespace }).catch(quietly)
  loadIdentity(foyer, { namespace }).catch(quietly)
}
