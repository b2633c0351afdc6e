import { FoyerError, formatAccountId, namespaceOf } from '@foyer/protocol'
import { postConvertTransaction } from '@foyer/protocol/api'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import type { Transaction } from '../transaction.ts'
import { readDestination } from './readDestination.ts'
import { readSwapKinds } from './readSwapKinds.ts'
import type { SwapOffer, SwapRequest } from './swapOffer.ts'

/** A swap that is ready for the wallet. Amounts are in the smallest unit. */
export type BuiltSwapTransaction = {
  readonly transaction: Transaction
  /** The amount received in the api's simulation. */
  readonly toAmount: bigint
  readonly minToAmount: bigint
}

/**
 * Lets the api build and simulate the swap of a quote, and checks the result: sender, network and what it spends.
 *
 * @throws FoyerError `transaction-rejected` (the api built something else), `method-not-supported`, `http-failed` (see
 *   `readSwapErrorCode`; `price-moved`: ask for new quotes), `request-timed-out`, `request-aborted`
 * @source spec 7.36
 */
export async function buildSwap(
  foyer: Foyer,
  {
    isBatch = false,
    offer,
    permit,
    request: { address, amount, chainId, from, slippage, to },
    signal,
  }: {
    /** The wallet sends the approval in the same transaction. */
    isBatch?: boolean | undefined
    offer: SwapOffer
    /** The signed allowance. */
    permit?: { readonly deadline: string; readonly signature: string } | undefined
    request: SwapRequest
    signal?: AbortSignal | undefined
  },
): Promise<BuiltSwapTransaction> {
  const adapter = readAdapter(foyer, namespaceOf(chainId))
  if (readSwapKinds(foyer, adapter.namespace).length === 0)
    throw new FoyerError('method-not-supported', { details: chainId })
  const terms = {
    slippage,
    ...(isBatch && { allowance: 'batch' as const }),
    ...(permit && { permit }),
  }
  const built = await callApi(foyer, postConvertTransaction, {
    body: {
      amount: String(amount),
      from: from.address,
      to: to.address,
      userAddress: formatAccountId({ address, chainId }),
      source: offer.source.id,
      minToAmount: String(offer.minToAmount),
      eip155: terms,
    },
    signal,
  })
  const minToAmount = BigInt(built.minToAmount)
  if (minToAmount < offer.minToAmount)
    throw new FoyerError('transaction-rejected', {
      details: `At least ${offer.minToAmount} was quoted; the api built a swap of ${minToAmount}.`,
    })
  // Only what arrives elsewhere can not be measured.
  if (built.checkedBy === 'source' && readDestination({ chainId, to }) === undefined)
    throw new FoyerError('transaction-rejected', { details: 'The api did not check the swap.' })
  const step = { token: from.address, amount, target: offer.permit2Spender }
  const transaction =
    built.kind === 'call'
      ? adapter.readSwapCall?.({ address, call: built.tx, chainId, step })
      : built.kind === 'serialized'
        ? adapter.readSwapTransaction?.({ address, step, transaction: built.transaction })
        : undefined
  if (!transaction)
    throw new FoyerError('transaction-rejected', {
      details: `The api built a swap of the kind ${built.kind}.`,
    })
  return {
    transaction: await transaction,
    toAmount: BigInt(built.toAmount),
    minToAmount,
  }
}
