import type { PaymentCheck, PaymentRefusal, PaymentTerms, Rpc } from '@foyer/core'
import * as v from 'valibot'
import { askNode, count, inContext } from '../askNode.ts'
import { referenceKey } from '../referenceKey.ts'
import { type PaidTransfer, readTransfers } from './readTransfers.ts'
import { parseSentTransaction, type SentTransaction, sentTransaction } from './sentTransaction.ts'

const statuses = inContext(v.tuple([v.nullable(v.object({ slot: count }))]))

/**
 * Compares a transaction with the terms of a payment. A transfer counts if it names this reference and no other, so that
 * one transfer never pays two requests.
 *
 * @throws FoyerError `rpc-failed`, and the errors of `rpc`
 * @source https://docs.solanapay.com/spec#specification-transfer-request
 */
export async function checkPayment({
  hash,
  isFinal,
  rpc,
  terms,
}: {
  hash: string
  isFinal: boolean
  rpc: Rpc
  terms: PaymentTerms
}): Promise<PaymentCheck> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(hash)) return unpaid('not-found')
  const read = (commitment: string) =>
    askNode(rpc, v.nullable(sentTransaction), {
      method: 'getTransaction',
      params: [hash, { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }],
    })
  const found = await read('confirmed')
  if (!found) {
    const [status] = await askNode(rpc, statuses, {
      method: 'getSignatureStatuses',
      params: [[hash], { searchTransactionHistory: true }],
    })
    return status ? { status: 'pending' } : unpaid('not-found')
  }
  // Nodes may learn the time of a new block later.
  const { blockTime } = found
  if (blockTime === null || blockTime === undefined) return { status: 'pending' }
  const sent = parseSentTransaction({ ...found, blockTime })
  const difference = compare(sent, terms)
  if (difference) return unpaid(difference)
  if (isFinal && !(await read('finalized'))) return { status: 'pending' }
  return { status: 'paid', at: sent.at, from: sent.payer }
}

const unpaid = (reason: PaymentRefusal): PaymentCheck => ({ status: 'unpaid', reason })

/** @returns The first difference. */
function compare(sent: SentTransaction, terms: PaymentTerms): PaymentRefusal | undefined {
  const { amount, expiresAt, to, token } = terms
  if (sent.isFailed) return 'failed'
  const ofAsset = readTransfers(sent).filter((one) => one.mint === token)
  if (ofAsset.length === 0) return 'other-asset'
  const toReceiver = ofAsset.filter((one) => one.to === to)
  if (toReceiver.length === 0) return 'other-receiver'
  const key = referenceKey(terms.reference)
  const own = toReceiver.filter(
    ({ references }) => references.length === 1 && references[0] === key,
  )
  if (own.length === 0) return 'other-request'
  if (sumOf(own) !== amount) return 'other-amount'
  // A token may keep a part of each transfer: what arrived must be all that was sent.
  const arrived = token === undefined ? sent.coinsOf(to) : sent.tokensOf(to, token)
  if (arrived < sumOf(toReceiver)) return 'other-amount'
  return sent.at > expiresAt ? 'late' : undefined
}

const sumOf = (transfers: readonly PaidTransfer[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n)
