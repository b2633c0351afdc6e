import { type Address, encodeFunctionData, type Hex, parseAbi, size } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { isRevert } from '../chains/isRevert.ts'
import { larger } from '../chains/searchBlocks.ts'
import type { Submission } from '../database/sponsorDatabase.ts'

const abi = parseAbi(['function executionNonce(uint192 sequence) view returns (uint256)'])
/** Blocks that are searched, in all. */
const blocksBack = 5000n

type Client = Pick<Chain, 'client'>
/** A batch's number in its account. */
export type BatchNumber = { readonly to: Address; readonly executionNonce: bigint }

/** Returns whether an account had carried a batch with this number out, at the end of a block. */
export async function isNumberUsed(
  { client }: Client,
  { executionNonce, to }: BatchNumber,
  blockNumber: bigint,
): Promise<boolean> {
  const args = [executionNonce >> 64n] as const
  const data = encodeFunctionData({ abi, args })
  const answer = await client.call({ blockNumber, data, to }).catch((error: unknown) => {
    // The account has other code.
    if (isRevert(error)) return { data: undefined }
    throw error
  })
  // Without code there is no answer.
  return (
    answer.data !== undefined && size(answer.data) === 32 && BigInt(answer.data) > executionNonce
  )
}

/**
 * Finds the transaction by which someone else had a batch carried out: whoever sees its call data can submit it, and is
 * sometimes faster. An account has no event for it, so the block is found by the account's number.
 *
 * @param until - a block at whose end the number was used
 * @returns its hash; undefined when the block's transactions do not contain the call data, as when a contract put it together
 * @throws what the node throws when it does not tell old states
 */
export async function findBatch(
  chain: Client,
  { data, executionNonce, fromBlock, to }: BatchNumber & Pick<Submission, 'data' | 'fromBlock'>,
  until: bigint,
): Promise<Hex | undefined> {
  const start = larger(BigInt(fromBlock ?? 0), until - blocksBack)
  // Usually it is the same block, and old states are the ones that nodes forget.
  let [unused, used] = [until - 1n, until]
  for (let step = 2n; unused > start; step *= 2n) {
    if (!(await isNumberUsed(chain, { executionNonce, to }, unused))) break
    used = unused
    unused = larger(start, unused - step)
  }
  while (used - unused > 1n) {
    const middle = (used + unused) / 2n
    if (await isNumberUsed(chain, { executionNonce, to }, middle)) used = middle
    else unused = middle
  }
  const block = await chain.client.getBlock({ blockNumber: used, includeTransactions: true })
  for (const { hash, input } of block.transactions) {
    if (!input.includes(data.slice(2))) continue
    const { status } = await chain.client.getTransactionReceipt({ hash })
    if (status === 'success') return hash
  }
  return undefined
}
