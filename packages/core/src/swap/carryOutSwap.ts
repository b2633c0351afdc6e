import { FoyerError, isFoyerError, namespaceOf } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { sendTransaction } from '../send/sendTransaction.ts'
import { waitForTransaction } from '../send/waitForTransaction.ts'
import { signTypedData } from '../sign/signTypedData.ts'
import { buildSwap } from './buildSwap.ts'
import { getSwapApproval } from './getSwapApproval.ts'
import { readDestination } from './readDestination.ts'
import { readSwapErrorCode } from './readSwapErrorCode.ts'
import { readSwapOwner } from './readSwapOwner.ts'
import { isBatch, type SwapEvent } from './reduceSwap.ts'
import { sendSwapBatch, waitForSwapBatch } from './sendSwapBatch.ts'
import type { SwapRequest } from './swapOffer.ts'
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
    const hash = isBatch(state)
      ? await waitForSwapBatch(foyer, { address, chainId, id: step.hash, signal })
      : step.hash
    const forget = await remember(foyer, state, hash)
    const receipt = await waitForTransaction(foyer, { chainId, hash, namespace, signal })
    if (receipt.status !== 'success') forget?.()
    if (receipt.status === 'success') return { type: 'mined', at: Date.now(), hash }
    const error = new FoyerError('transaction-rejected', { details: `${hash} was reverted.` })
    return { type: 'failed', error, hash }
  }
  if (step.name === 'wallet' || step.name === 'signing') {
    if (readSwapOwner(foyer) !== `${chainId}:${address}`) return { type: 'rejected' }
    if (step.name === 'signing') {
      const { typedData } = step.permit
      const signature = await signTypedData(foyer, { namespace, signal, typedData })
      return { type: 'signed', at: Date.now(), signature }
    }
    const { transactions } = step
    if (isBatch(state)) return sendSwapBatch(foyer, { chainId, signal, transactions })
    const [transaction] = transactions
    if (!transaction) return { type: 'rejected' }
    return { type: 'sent', hash: await sendTransaction(foyer, { namespace, signal, transaction }) }
  }
  const offer = readOfferOf(state)
  if (!offer) throw new FoyerError('internal', { details: 'A swap was begun without an offer.' })
  if (state.status === 'approving') return approve(foyer, { offer, signal, state })
  try {
    const { transaction, ...amounts } = await buildSwap(foyer, {
      ...{ isBatch: isBatch(state), offer, permit: state.permit, request, signal },
    })
    return { type: 'built', transactions: [transaction], ...amounts }
  } catch (error) {
    if (isFoyerError(error) && readSwapErrorCode(error) === 'price-moved') return { type: 'moved' }
    throw error
  }
}

/** A swap across networks is followed after its transaction, and after a reload. @returns what forgets it */
async function remember(
  foyer: Foyer,
  state: Running,
  hash: string,
): Promise<(() => void) | undefined> {
  const { address, amount, chainId, from, to } = state.request
  const toChainId = readDestination(state.request)
  const offer = readOfferOf(state)
  if (state.status !== 'swapping' || toChainId === undefined || !offer) return undefined
  const { forgetCrossing, rememberCrossing } = await import('./openCrossings.ts')
  const { durationSeconds, source } = offer
  rememberCrossing(foyer, {
    ...{ hash, address, chainId, toChainId, amount, durationSeconds },
    ...{ from: named(from), to: named(to), source: { id: source.id, name: source.name } },
    ...{ toAmount: state.toAmount ?? offer.toAmount, sentAt: Date.now() },
    ...{ status: 'pending', received: undefined },
  })
  return () => forgetCrossing(foyer, hash)
}

const named = ({ address, decimals, symbol }: SwapRequest['from']) => ({
  ...{ address, decimals, symbol },
})

/** Chooses the way with the fewest confirmations: together with the swap, by a signature, or before it. */
async function approve(
  foyer: Foyer,
  {
    offer,
    signal,
    state: { isApart, request },
  }: { offer: NonNullable<ReturnType<typeof readOfferOf>>; signal: AbortSignal; state: Running },
): Promise<SwapEvent> {
  const { address, amount, chainId, from } = request
  const { permit, permit2, transactions } = await getSwapApproval(foyer, { offer, request, signal })
  if (transactions.length === 0 && !permit2) return { type: 'allowed', at: Date.now() }
  const { adapter, connection } = readConnection(foyer, namespaceOf(chainId))
  const calls = await adapter.calls?.()
  const now = Date.now()
  const step = { token: from.address, amount, spender: offer.allowanceTarget }
  if (!calls) {
    if (permit2) throw new FoyerError('method-not-supported', { details: chainId })
    return { type: 'built', transactions }
  }
  const { provider } = connection
  const isTogether = !isApart && (await calls.isAtomic({ address, chainId, provider }))
  if (permit2) {
    const { transaction, typedData } = calls.writePermit2({ chainId, now, permit2, step })
    const all = [...transactions, transaction]
    if (isTogether) return { type: 'together', at: Date.now(), approvals: all }
    // An account that can not sign sends the allowance.
    if (!typedData) return { type: 'built', transactions: all }
    const signed = { deadline: permit2.deadline, typedData }
    return transactions.length === 0
      ? { type: 'permit', permit: signed }
      : { type: 'built', transactions, permit: signed }
  }
  if (isTogether) return { type: 'together', at: Date.now(), approvals: transactions }
  if (!permit) return { type: 'built', transactions }
  const typedData = calls.writePermit({ address, chainId, now, permit, step })
  return { type: 'permit', permit: { deadline: permit.deadline, typedData } }
}
