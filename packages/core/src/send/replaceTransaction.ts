import { FoyerError, type Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { writeTransaction } from './sendTransaction.ts'

/** Storage key of what is known about wallets, by connector id: true if it uses the place that a site asks for. */
const replacersKey = 'replacers'

export type Replacement = 'speed-up' | 'cancel'

/**
 * Lists how a pending transaction of the connected wallet can be replaced.
 *
 * Many wallets ignore the place (the nonce) that a site asks for, and would send a second transfer instead of a faster
 * one. So speeding up is offered only where the wallet is known to use it: the embedded one, and those that have
 * cancelled a transaction before, which costs nothing but a fee if it is ignored.
 */
export async function listReplacements(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined } = {},
): Promise<readonly Replacement[]> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { id, type } = connection.connector
  const isInstalled = type === 'ANNOUNCED' || type === 'INJECTED' || type === 'EXTERNAL'
  if (type !== 'AUTH' && !isInstalled) return []
  const transfers = await adapter.transfers?.()
  if (!transfers?.replace) return []
  const known = type === 'AUTH' ? true : readReplacers(foyer)[id]
  if (known === false) return []
  return known ? ['speed-up', 'cancel'] : ['cancel']
}

/**
 * Asks the wallet to put another transaction in the place of a pending one.
 *
 * @returns The new transaction's id. `isReplaced` is false if the wallet sent it with a place of its own, so that the
 *   first one goes on; undefined if the chain does not show it in time.
 * @throws FoyerError `not-connected`, `method-not-supported`, `transaction-rejected` (mined already), `user-rejected`
 */
export async function replaceTransaction(
  foyer: Foyer,
  {
    hash,
    kind,
    ...parameters
  }: { hash: string; kind: Replacement; namespace?: Namespace | undefined },
): Promise<{ readonly hash: string; readonly isReplaced: boolean | undefined }> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace } = adapter
  const replace = (await adapter.transfers?.())?.replace
  const offered = await listReplacements(foyer, { namespace })
  if (!replace || !offered.includes(kind))
    throw new FoyerError('method-not-supported', { details: `${kind} of ${namespace}` })
  const { address, chainId, connector, provider } = connection
  const network = requireNetwork(foyer, chainId)
  const rpc = createRpc(foyer, network)
  const { hash: sent, isReplaced } = await walletRequest(foyer, {
    kind: 'send',
    namespace,
    run: (ended) =>
      replace({
        ...{ address, hash, kind, network, rpc },
        provider: provider.until?.(ended) ?? provider,
      }),
  })
  if (isReplaced !== undefined)
    foyer.storage.write(replacersKey, { ...readReplacers(foyer), [connector.id]: isReplaced })
  writeTransaction(foyer, {
    forAddress: address,
    namespace,
    sent: { hash: sent, chainId, sentAt: Date.now(), status: 'pending' },
  })
  return { hash: sent, isReplaced }
}

function readReplacers({ storage }: Foyer): Readonly<Record<string, boolean>> {
  return (
    storage.read(replacersKey, (stored) =>
      Object.fromEntries(
        Object.entries(Object(stored)).filter(
          (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
        ),
      ),
    ) ?? {}
  )
}
