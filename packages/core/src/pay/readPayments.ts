import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { readAdapter } from '../account/readConnection.ts'
import type { Adapter } from '../adapter.ts'
import type { Foyer } from '../foyer.ts'
import type { Transfers } from '../send/transfers.ts'
import type { Payments } from './payments.ts'

/** Loads what a network's namespace does for payments. @throws FoyerError `adapter-not-found`, `chain-unsupported` */
export async function readPayments(
  foyer: Foyer,
  chainId: ChainId,
): Promise<{ adapter: Adapter; payments: Payments; transfers: Transfers }> {
  const namespace = namespaceOf(chainId)
  const adapter = readAdapter(foyer, namespace)
  const transfers = await adapter.transfers?.()
  const payments = await transfers?.payments?.()
  if (!transfers || !payments)
    throw new FoyerError('chain-unsupported', { details: `${namespace} has no payment requests.` })
  return { adapter, payments, transfers }
}
