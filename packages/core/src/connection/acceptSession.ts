import { FoyerError, isChainId, type Namespace, namespaceOf, toFoyerError } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { pickAccount, storeSelected } from '../account/selectedAccount.ts'
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
 * @param parameters.isChosen - The visitor chose it now: its namespace becomes the active one, and its first account the
 *   one that is shown. Else it is one of before, with the account that was shown.
 * @throws FoyerError `connection-invalid` when the wallet's answer is no account of this namespace
 */
export function acceptSession(
  foyer: Foyer,
  {
    connector,
    isChosen,
    namespace,
    session,
  }: { isChosen: boolean; connector: Connector; namespace: Namespace; session: Session },
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
  const { storage } = foyer
  if (isChosen) storeSelected(storage, namespace, undefined)
  const account = pickAccount(storage, { accounts, connectorId: connector.id, namespace })
  setConnection(foyer, namespace, {
    status: 'connected',
    connector,
    provider: session.provider,
    accounts,
    address: account.address,
    chainId: session.chainId,
    scope: session.scope,
    wallet: session.wallet,
  })
  settleNetwork(foyer, namespace, { activate: isChosen })
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
