import { FoyerError, isChainId, type Namespace, namespaceOf, toFoyerError } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Connector, Session } from '../connector/connector.ts'
import type { Foyer } from '../createFoyer.ts'
import { settleNetwork } from '../network/settleNetwork.ts'
import { endSession } from './endSession.ts'
import { followWallet } from './followWallet.ts'
import { learnAccount } from './learnAccount.ts'
import { setConnection } from './setConnection.ts'
import { storeConnection } from './storeConnection.ts'

/**
 * Takes over what a wallet gave: writes it, remembers it, and follows the wallet from now on.
 *
 * @param parameters.activate - The namespace becomes the active one: the visitor chose it.
 * @throws FoyerError `connection-invalid` when the wallet's answer is no account of this namespace
 */
export function acceptSession(
  foyer: Foyer,
  {
    activate,
    connector,
    namespace,
    session,
  }: { activate: boolean; connector: Connector; namespace: Namespace; session: Session },
): void {
  const accounts = checkSession(foyer, { namespace, session })
  foyer.running.watches.get(namespace)?.()
  try {
    // Before the page hears of the connection: it may end it in the same turn.
    foyer.running.watches.set(namespace, followWallet(foyer, { connector, namespace }))
  } catch (error) {
    endSession(foyer, namespace)
    throw toFoyerError(error, 'connection-invalid')
  }
  setConnection(foyer, namespace, {
    status: 'connected',
    connector,
    provider: session.provider,
    accounts,
    address: accounts[0].address,
    chainId: session.chainId,
    scope: session.scope,
  })
  settleNetwork(foyer, namespace, { activate })
  storeConnection(foyer, namespace)
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
