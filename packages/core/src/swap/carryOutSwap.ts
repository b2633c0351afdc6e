import { FoyerError, isFoyerError, namespaceOf } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import { sendTransaction } from '../send/sendTransaction.ts'
import { waitForTransaction } from '../send/waitForTransaction.ts'
import { buildSwap } from './buildSwap.ts'
import { getSwapApproval } from './getSwapApproval.ts'
import { readSwapErrorCode } from './readSwapErrorCode.ts'
import { readSwapOwner } from './readSwapOwner.ts'
import type { SwapEvent } from './reduceSwap.ts'
import { readOfferOf, type SwapState } from './swapState.ts'

type Running = Extract<SwapState, { status: 'approving' | 'swapping' }>

/**
 * Does the next step of a swap that the user has agreed to: code that loads with the first one.
 *
 * @returns What happened.
 * @throws FoyerError of the api, the adapter or the wallet
 */
export async function carryOutSwap(
  foyer: Foyer,
  { signal, state }: { signal: AbortSignal; state: Running },
): Promise<SwapEvent> {
  const { request, step } = state
  const { address, chainId } = request
  const namespace = namespaceOf(chainId)
  if (step.name === 'mining') {
    const { hash } = step
    const receipt = await waitForTransaction(foyer, { chainId, hash, namespace, signal })
    if (receipt.status === 'success') return { type: 'mined', at: Date.now() }
    throw new FoyerError('transaction-rejected', { details: `${hash} was reverted.` })
  }
  if (step.name === 'wallet') {
    const [transaction] = step.transactions
    const isOwner = readSwapOwner(foyer) === `${chainId}:${address}`
    if (!transaction || !isOwner) return { type: 'rejected' }
    return { type: 'sent', hash: await sendTransaction(foyer, { namespace, signal, transaction }) }
  }
  const offer = readOfferOf(state)
  if (!offer) throw new FoyerError('internal', { details: 'A swap was begun without an offer.' })
  if (state.status === 'approving') {
    const transactions = await getSwapApproval(foyer, { offer, request, signal })
    return transactions.length > 0
      ? { type: 'built', transactions }
      : { type: 'allowed', at: Date.now() }
  }
  try {
    const { transaction, ...amounts } = await buildSwap(foyer, { offer, request, signal })
    return { type: 'built', transactions: [transaction], ...amounts }
  } catch (error) {
    if (isFoyerError(error) && readSwapErrorCode(error) === 'price-moved') return { type: 'moved' }
    throw error
  }
}
