import { type Namespace, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import type { TransactionReceipt } from '../transaction.ts'
import type { WalletCallsStatus } from './calls.ts'
import { type CallsSentApart, readCallsId } from './callsId.ts'
import { loadCalls } from './loadCalls.ts'

/** The status of calls. */
export type CallsStatus = WalletCallsStatus & {
  readonly id: string
  /** The outcome of each call, in order. Known only for calls that were sent one by one. */
  readonly outcomes?: readonly ('pending' | 'success' | 'reverted' | 'not-sent')[] | undefined
}

/**
 * Asks what became of calls: the wallet that sent them, or the chain if they were sent apart.
 *
 * @throws FoyerError `bundle-unknown`, `not-connected`, `network-undefined`, `method-not-supported`, `rpc-failed`
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export async function getCallsStatus(
  foyer: Foyer,
  {
    id,
    namespace,
  }: {
    id: string
    /** @default the active one */
    namespace?: Namespace | undefined
  },
): Promise<CallsStatus> {
  const apart = readCallsId(id)
  if (apart) return { id, ...(await readApart(foyer, apart)) }
  const { calls, connection } = await loadCalls(foyer, namespace)
  const { chainId, provider } = connection
  return { id, ...(await calls.getStatus({ chainId, id, provider })) }
}

async function readApart(
  foyer: Foyer,
  { chainId, count, hashes }: CallsSentApart,
): Promise<Omit<CallsStatus, 'id'>> {
  const calls = await readAdapter(foyer, namespaceOf(chainId)).calls?.()
  const rpc = createRpc(foyer, requireNetwork(foyer, chainId))
  const found: readonly (TransactionReceipt | undefined)[] =
    (await calls?.getReceipts({ hashes, rpc })) ?? hashes.map(() => undefined)
  const sent = found.map((receipt) => receipt?.status ?? 'pending')
  const left = Array.from({ length: count - hashes.length }, () => 'not-sent' as const)
  const succeeded = sent.filter((status) => status === 'success').length
  return {
    chainId,
    isAtomic: false,
    receipts: found.filter((receipt) => receipt !== undefined),
    outcomes: [...sent, ...left],
    status: sent.includes('pending')
      ? 'pending'
      : succeeded === count
        ? 'success'
        : succeeded === 0
          ? 'failure'
          : 'partial',
  }
}
