import type { Calls, TransactionReceipt, WalletCallsStatus } from '@foyer/core'
import { FoyerError, isChainId } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from '../ask.ts'
import { parseQuantity } from '../quantity.ts'

const quantity = v.pipe(v.unknown(), v.transform(parseQuantity), v.bigint())
const receipt = v.object({
  transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)),
  // Some wallets send only the hash.
  status: v.optional(quantity),
  blockNumber: v.optional(quantity, '0x0'),
})
/** The words of version 1 for the numbers of version 2. */
const words = { PENDING: 100, CONFIRMED: 200 }
const callsStatus = v.object({
  status: v.union([
    v.number(),
    v.pipe(
      v.picklist(['PENDING', 'CONFIRMED']),
      v.transform((word) => words[word]),
    ),
  ]),
  atomic: v.optional(v.boolean()),
  chainId: v.optional(quantity),
  receipts: v.nullish(v.array(receipt), []),
})

/**
 * Asks the wallet what became of calls.
 *
 * @throws FoyerError `bundle-unknown`, `unknown` for an answer that can not be read
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const getStatus: Calls['getStatus'] = async ({ chainId, id, provider }) => {
  const method = 'wallet_getCallsStatus'
  const parsed = v.safeParse(callsStatus, await ask(provider, { method, params: [id], chainId }))
  if (!parsed.success)
    throw new FoyerError('unknown', { details: `The wallet's answer to ${method} is none.` })
  const { atomic, chainId: chain, status } = parsed.output
  const receipts = (parsed.output.receipts ?? []).map((one) => toReceipt(one, status))
  const named = `eip155:${chain}`
  return {
    chainId: chain !== undefined && isChainId(named) ? named : chainId,
    isAtomic: atomic ?? receipts.length === 1,
    receipts,
    status: statusOf(status, receipts),
  }
}

const toReceipt = (
  { blockNumber, status, transactionHash }: v.InferOutput<typeof receipt>,
  ofCalls: number,
): TransactionReceipt => ({
  hash: transactionHash,
  status: (status === undefined ? ofCalls < 300 : status === 1n) ? 'success' : 'reverted',
  blockNumber,
})

/** 1xx pending, 2xx done, 4xx not sent, 5xx reverted, 6xx in part. A reverted receipt outweighs the wallet's number. */
function statusOf(
  status: number,
  receipts: readonly TransactionReceipt[],
): WalletCallsStatus['status'] {
  if (status < 200) return 'pending'
  const failed = receipts.filter((one) => one.status === 'reverted').length
  if (status < 300 && failed === 0) return 'success'
  if (status >= 600 || (status < 300 && failed < receipts.length)) return 'partial'
  return 'failure'
}
