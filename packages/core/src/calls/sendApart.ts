import { type ChainId, FoyerError, namespaceOf, toFoyerError } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { sendTransaction } from '../send/sendTransaction.ts'
import { waitForTransaction } from '../send/waitForTransaction.ts'
import type { Transaction } from '../transaction.ts'
import { writeCallsId } from './callsId.ts'
import type { CallsProgress, SentCalls } from './sentCalls.ts'

/**
 * Sends calls one after the other, each once the one before it has succeeded. Stops at the first that fails, and when the
 * user changes the account or the network.
 *
 * @throws FoyerError why nothing was sent
 */
export async function sendApart(
  foyer: Foyer,
  {
    address,
    calls,
    chainId,
    onProgress,
    signal,
  }: {
    address: string
    calls: readonly Transaction[]
    chainId: ChainId
    onProgress: ((progress: CallsProgress) => void) | undefined
    signal: AbortSignal | undefined
  },
): Promise<SentCalls> {
  const namespace = namespaceOf(chainId)
  const count = calls.length
  const hashes: string[] = []
  const answer = (stopped?: SentCalls['stopped']): SentCalls => ({
    id: writeCallsId({ chainId, count, hashes }),
    way: 'apart',
    ...(stopped && { stopped }),
  })
  for (const [index, transaction] of calls.entries()) {
    const tell = (status: 'asking' | 'mining') =>
      onProgress?.({ index, count, status, hashes: [...hashes] })
    try {
      requireSame(foyer, { address, chainId })
      tell('asking')
      const hash = await sendTransaction(foyer, { namespace, signal, transaction })
      hashes.push(hash)
      // The last one needs no wait: its status is read with the others'.
      if (hashes.length === count) break
      tell('mining')
      const { status } = await waitForTransaction(foyer, { chainId, hash, namespace, signal })
      if (status === 'reverted')
        throw new FoyerError('transaction-rejected', { details: `${hash} was reverted.` })
    } catch (thrown) {
      const error = toFoyerError(thrown)
      if (hashes.length === 0) throw error
      return answer({ index, error })
    }
  }
  return answer()
}

/** @throws FoyerError `request-aborted` */
function requireSame(foyer: Foyer, asked: { address: string; chainId: ChainId }): void {
  const connection = foyer.store.get().connections[namespaceOf(asked.chainId)]
  const isSame =
    connection?.status === 'connected' &&
    connection.address === asked.address &&
    connection.chainId === asked.chainId
  if (!isSame)
    throw new FoyerError('request-aborted', {
      details: 'The account or the network has changed since the first call.',
    })
}
