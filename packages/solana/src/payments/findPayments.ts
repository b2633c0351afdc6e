import type { PaymentTerms, Rpc } from '@foyer/core'
import * as v from 'valibot'
import { askNode } from '../askNode.ts'
import { referenceKey } from '../referenceKey.ts'

/** Transactions to look at: anyone who knows the request can name its reference. */
const most = 20

const signatures = v.array(v.object({ err: v.unknown(), signature: v.string() }))

/** Lists the transactions that name the reference and succeeded, the newest first. */
export async function findPayments({
  rpc,
  terms,
}: {
  rpc: Rpc
  terms: PaymentTerms
}): Promise<readonly string[]> {
  const found = await askNode(rpc, signatures, {
    method: 'getSignaturesForAddress',
    params: [referenceKey(terms.reference), { commitment: 'confirmed' }],
  })
  return found
    .filter(({ err }) => err === null)
    .slice(0, most)
    .map(({ signature }) => signature)
}
