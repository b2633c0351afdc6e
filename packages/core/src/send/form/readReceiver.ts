import type { ChainId, Namespace } from '@foyer/protocol'
import type { HistoryTransaction } from '@foyer/protocol/api'
import { readConnection } from '../../account/readConnection.ts'
import type { Foyer } from '../../foyer.ts'
import { getHistory } from '../../history/getHistory.ts'
import { supportsHistory } from '../../history/supportsHistory.ts'
import { createRpc } from '../../http/createRpc.ts'
import { requireNetwork } from '../../network/requireNetwork.ts'
import { checkReceiver, type ReceiverWarning } from '../receiver/checkReceiver.ts'
import { type Contact, readContacts } from '../receiver/contacts.ts'
import { listKnownReceivers } from '../receiver/listKnownReceivers.ts'

/** The known receivers of an account. */
export type ReceiverFacts = {
  readonly known: readonly Contact[]
  readonly warnings: readonly ReceiverWarning[]
  readonly history: readonly HistoryTransaction[]
}

/**
 * Reads the receivers that the account knows, and what is unusual about `to`.
 *
 * @param parameters.known - An earlier result for the same account: its history is not read again.
 */
export async function readReceiver(
  foyer: Foyer,
  parameters: {
    to: string | undefined
    known?: ReceiverFacts | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
  },
): Promise<ReceiverFacts> {
  const { namespace, to } = parameters
  const { adapter, connection } = readConnection(foyer, namespace)
  const { address, chainId } = connection
  const rpc = createRpc(foyer, requireNetwork(foyer, chainId))
  const [transfers, history, found] = await Promise.all([
    adapter.transfers?.(),
    parameters.known?.history ?? readHistory(foyer, { address, chainId }),
    to === undefined
      ? undefined
      : adapter
          .transfers?.()
          .then(({ inspectReceiver }) => inspectReceiver({ rpc, to }))
          .catch((error) => {
            foyer.log('info', 'the receiver could not be inspected', error)
            return undefined
          }),
  ])
  const isSame = transfers?.isSame ?? ((one, other) => one === other)
  const contacts = readContacts(foyer, adapter.namespace)
  const known = listKnownReceivers({ address, contacts, history, isSame })
  const warnings = to === undefined ? [] : checkReceiver({ address, found, isSame, known, to })
  return { known, warnings, history }
}

/** The newest page; without a history the contacts are enough. */
async function readHistory(
  foyer: Foyer,
  owner: { address: string; chainId: ChainId },
): Promise<readonly HistoryTransaction[]> {
  if (!supportsHistory(foyer)) return []
  return getHistory(foyer, owner).then(
    ({ data }) => data,
    (error) => {
      foyer.log('info', 'the receivers of the history could not be read', error)
      return []
    },
  )
}
