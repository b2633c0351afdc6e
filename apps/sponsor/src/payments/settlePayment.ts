import type { Settlement } from '@foyer/protocol/x402'
import { HttpError, sha256 } from '@foyer/server'
import type { Submission } from '../database/sponsorDatabase.ts'
import type { Merchant } from '../policy/policy.ts'
import type { Services } from '../services.ts'
import { checkPayment, paymentKey } from './checkPayment.ts'
import { failedSettlement, type Order } from './readOrder.ts'

/**
 * Makes a payment, once.
 *
 * @param claim - the merchant's own key of this request: only with it, the answer is given again. Otherwise one payment would
 *   buy two things.
 * @throws HttpError 429 `limit-exceeded` (a budget), 503 `http-failed` (as `accept`, or it is in no block yet)
 */
export async function settlePayment(
  services: Services,
  { claim, merchant, order }: { claim: string | undefined; merchant: Merchant; order: Order },
): Promise<Settlement> {
  const known = await services.queue.readByKey(paymentKey(order))
  if (known) return answerAgain(services, { claim, known, merchant, order })
  const checked = await checkPayment(services, merchant, order)
  if (checked.status === 'invalid') {
    services.metrics.refusals.inc({ kind: 'payment', reason: checked.reason })
    return failedSettlement(order, checked.reason)
  }
  const { chain, data, fromBlock, funds, gas, key, to } = checked
  const { isNew, submission } = await services.queue.submit({
    ...{ chain, data, fromBlock, funds, gas, key, kind: 'payment', to },
    owner: ownerOf(order),
    claim: claim && claimOf(merchant, claim),
    budgets: [
      { key: `chain:${chain.caipId}`, limit: chain.weiPerDay, whose: 'this network' },
      { key: `merchant:${merchant.id}`, limit: merchant.weiPerDay, whose: 'this merchant' },
    ],
  })
  if (!isNew) return answerAgain(services, { claim, known: submission, merchant, order })
  return answer(services, order, submission)
}

/** The same for each payment of a payer. */
const ownerOf = ({ chainId, transfer }: Order) =>
  sha256(`payer:${chainId}:${transfer.from.toLowerCase()}`)

const claimOf = ({ id }: Merchant, claim: string) => sha256(`${id}:${claim}`)

function answerAgain(
  services: Services,
  {
    claim,
    known,
    merchant,
    order,
  }: { claim: string | undefined; known: Submission; merchant: Merchant; order: Order },
): Promise<Settlement> | Settlement {
  if (claim === undefined || known.claim !== claimOf(merchant, claim))
    return failedSettlement(order, 'invalid_transaction_state')
  return answer(services, order, known)
}

async function answer(
  { limits, queue }: Services,
  order: Order,
  { id }: Submission,
): Promise<Settlement> {
  const ended = await queue.wait(id, limits.settleMs)
  if (ended?.state === 'mined')
    return {
      success: true,
      payer: order.transfer.from,
      transaction: ended.minedHash!,
      network: order.network,
    }
  if (ended?.state === 'failed')
    return failedSettlement(order, 'invalid_transaction_state', ended.minedHash ?? '')
  // It may still be made: the merchant asks again with the same key.
  throw new HttpError(503, 'http-failed', 'The payment is in no block yet: ask again', {
    retryAfterMs: 5000,
  })
}
