import { FoyerError, formatAccountId, namespaceOf } from '@foyer/protocol'
import {
  getConvertAllowance,
  getConvertApprove,
  type SwapCall,
  type SwapPermit,
  type SwapPermit2,
} from '@foyer/protocol/api'
import { readAdapter } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import type { Transaction } from '../transaction.ts'
import type { SwapOffer, SwapRequest } from './swapOffer.ts'

/** The ways to let a contract spend the amount. */
export type SwapApproval = {
  /**
   * To be sent in order, each after the one before is in a block; none if the allowance suffices. There are two for
   * tokens whose allowance changes only from 0.
   */
  readonly transactions: readonly Transaction[]
  /** A message to sign instead, where the token and the contract accept it. */
  readonly permit?: SwapPermit | undefined
  /** Permit2's own allowance, for a quote with a `permit2Spender`: it is signed, or sent after the transactions. */
  readonly permit2?: SwapPermit2 | undefined
}

/**
 * Builds the transactions that let the contract of a quote spend exactly the amount, and checks them.
 *
 * @throws FoyerError `transaction-rejected` (the api built something else), `method-not-supported`, `http-failed`,
 *   `request-timed-out`, `request-aborted`
 * @source spec 7.35
 */
export async function getSwapApproval(
  foyer: Foyer,
  {
    offer: { allowanceTarget: spender, permit2Spender },
    request: { address, amount, chainId, from },
    signal,
  }: { offer: SwapOffer; request: SwapRequest; signal?: AbortSignal | undefined },
): Promise<SwapApproval> {
  if (spender === undefined) return { transactions: [] }
  const read = readAdapter(foyer, namespaceOf(chainId)).readSwapCall
  if (!read) throw new FoyerError('method-not-supported', { details: chainId })
  const query = {
    tokenAddress: from.address,
    userAddress: formatAccountId({ address, chainId }),
    spender,
  }
  const { allowance } = await callApi(foyer, getConvertAllowance, { query, signal })
  const isAllowed = BigInt(allowance) >= amount
  if (isAllowed && permit2Spender === undefined) return { transactions: [] }
  const { permit, permit2, resetTx, tx } = await callApi(foyer, getConvertApprove, {
    query: { ...query, amount: String(amount) },
    signal,
  })
  if (permit2?.spender !== permit2Spender)
    throw new FoyerError('transaction-rejected', {
      details: `${permit2?.spender} would spend it, not ${permit2Spender}.`,
    })
  if (isAllowed) return { transactions: [], permit2 }
  const approve = (call: SwapCall, allowed: bigint) =>
    read({ address, call, chainId, step: { token: from.address, amount: allowed, spender } })
  const reset = resetTx ? [approve(resetTx, 0n)] : []
  return { transactions: await Promise.all([...reset, approve(tx, amount)]), permit, permit2 }
}
