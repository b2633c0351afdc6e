import { FoyerError, isChainId, type Namespace, namespaceOf, toFoyerError } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import { pickAccount } from '../account/selectedAccount.ts'
import type { Connector, Session } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { previewProvider } from '../preview/previewProvider.ts'
import { followWallet } from './followWallet.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Connects the session that a wallet returned for an attempt, and listens to the wallet.
 *
 * @throws FoyerError `connection-invalid` when the session has no account of this namespace, or when subscribing to the
 *   wallet's events fails; `request-aborted` when the attempt has ended in the meantime
 */
export function acceptSession(
  foyer: Foyer,
  {
    connector,
    id,
    namespace,
    session,
  }: { connector: Connector; id: number; namespace: Namespace; session: Session },
): void {
  const attempt = foyer.store.get().attempts.find((one) => one.id === id)
  if (!attempt) throw new FoyerError('request-aborted')
  const accounts = checkSession(foyer, { namespace, session })
  let stop: () => void
  try {
    stop = followWallet(foyer, { connector, namespace })
  } catch (error) {
    throw toFoyerError(error, 'connection-invalid')
  }
  const { watches } = foyer.running
  watches.get(namespace)?.()
  watches.set(namespace, stop)
  if (session.signedIn) {
    foyer.running.signedIn ??= new Map()
    foyer.running.signedIn.set(namespace, session.signedIn)
  }
  const [first] = accounts
  // A new connection shows the first account; a confirmed one shows the previous account.
  const shown = attempt.silent
    ? pickAccount(foyer.storage, { accounts, connectorId: connector.id, namespace })
    : first
  dispatch(foyer, {
    type: 'approved',
    id,
    connection: {
      status: 'connected',
      connector,
      provider: previewProvider(foyer, { connector, namespace, provider: session.provider }),
      accounts,
      address: shown.address,
      chainId: session.chainId,
      scope: session.scope,
      wallet: session.wallet,
    },
  })
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
