import type { Logger } from '@foyer/server'
import { type Hex, isAddressEqual, type TransactionReceipt } from 'viem'
import { findBatch, isNumberUsed } from '../calls/findBatch.ts'
import type { Chain } from '../chains/chain.ts'
import { larger } from '../chains/searchBlocks.ts'
import type { Submission } from '../database/sponsorDatabase.ts'
import { findPayment } from '../payments/findPayment.ts'

/** The end of a transaction whose nonce is used. `reason`: why it was not ours that had the effect. */
type Outcome =
  | { readonly state: 'mined'; readonly minedHash: Hex; readonly reason?: string }
  | { readonly state: 'failed'; readonly minedHash: Hex; readonly reason: string }

type Parts = { readonly log: Logger; readonly now: () => number }
type Batch = Submission & { readonly executionNonce: bigint }
type Mined = { readonly receipt: TransactionReceipt; readonly submission: Submission }

/** Time for which the chain is searched for the transaction by which someone else did the same, from the block of ours, in ms. */
const searchMs = 5 * 60_000
/** Why a payment or a batch failed of which nobody knows whether someone else made it: its user need not be at fault. */
export const notSearched = 'The transaction was reverted, and the node finds no other one'

/**
 * Reads what became of a transaction from the receipt of its nonce. If it had no effect, another transaction may have had it:
 * anyone can submit what the user signed.
 *
 * @returns undefined while a block that is not final yet decides it
 * @throws what the node throws when it does not search, for a while
 */
export async function readOutcome(
  parts: Parts,
  chain: Chain,
  mined: Mined,
): Promise<Outcome | undefined> {
  const { receipt, submission } = mined
  const { executionNonce } = submission
  const minedHash = receipt.transactionHash
  const isCancelled = receipt.to !== null && isAddressEqual(receipt.to, submission.sender)
  const isReverted = receipt.status !== 'success'
  const reason = isCancelled
    ? 'No node took the transaction'
    : isReverted && 'The transaction was reverted'
  if (executionNonce !== null) {
    const batch = { ...submission, executionNonce }
    return readBatchOutcome(parts, chain, { ...mined, batch, reason })
  }
  if (!reason) return { state: 'mined', minedHash }
  const made = await search(parts, chain, mined, () =>
    findPayment(chain, submission, receipt.blockNumber),
  )
  if (made === 'not-searched') return { state: 'failed', minedHash, reason: notSearched }
  if (made === undefined) return { state: 'failed', minedHash, reason }
  return { state: 'mined', minedHash: made, reason }
}

/** The account's number decides: a batch that an account without code ignored succeeds for the chain. */
async function readBatchOutcome(
  parts: Parts,
  chain: Chain,
  { batch, reason, ...mined }: Mined & { batch: Batch; reason: string | false },
): Promise<Outcome | undefined> {
  const { blockNumber, transactionHash: minedHash } = mined.receipt
  const head = larger(blockNumber, await chain.client.getBlockNumber({ cacheTime: 0 }))
  const final = larger(blockNumber, head - BigInt(chain.confirmations - 1))
  const isUsed = await search(parts, chain, mined, () => isNumberUsed(chain, batch, head))
  if (isUsed === 'not-searched') return { state: 'failed', minedHash, reason: notSearched }
  if (!isUsed)
    return {
      state: 'failed',
      minedHash,
      reason: reason || 'The account did not carry the calls out',
    }
  if (!reason) return { state: 'mined', minedHash }
  if (final < head && !(await isNumberUsed(chain, batch, final))) return undefined
  const made = await search(parts, chain, mined, () => findBatch(chain, batch, final))
  // The calls took effect, whether or not their transaction is found.
  const isFound = made !== undefined && made !== 'not-searched'
  return { state: 'mined', minedHash: isFound ? made : minedHash, reason }
}

/** @throws what the node throws; after a while `not-searched` is returned instead */
async function search<found>(
  { log, now }: Parts,
  { client }: Chain,
  { receipt: { blockNumber }, submission: { id } }: Mined,
  find: () => Promise<found>,
): Promise<found | 'not-searched'> {
  try {
    return await find()
  } catch (error) {
    const { timestamp } = await client.getBlock({ blockNumber })
    if (now() < Number(timestamp) * 1000 + searchMs) throw error
    log.error({ error, id }, 'a node does not search for a transaction')
    return 'not-searched'
  }
}
