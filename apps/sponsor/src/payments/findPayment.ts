import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  type Log,
  parseAbiItem,
  parseEventLogs,
} from 'viem'
import type { Chain } from '../chains/chain.ts'
import { type BlockRange, larger, searchBlocks } from '../chains/searchBlocks.ts'
import type { Submission } from '../database/sponsorDatabase.ts'
import { authorizationAbi } from './byAuthorization.ts'
import { proxyAbi } from './byPermit2.ts'

const usedEvent = parseAbiItem(
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
)
const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
/** Blocks that are searched, in all. */
const blocksBack = 5000n

type Moved = {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

/**
 * Finds the transaction by which someone else made a payment: whoever sees a signed transfer can submit it, and is sometimes
 * faster. Ours is reverted then, though the merchant has the money.
 *
 * @param until - the block of our transaction
 * @returns its hash; undefined when the payment's number was used in any other way
 * @throws what the node throws when it does not search
 */
export async function findPayment(
  chain: Pick<Chain, 'client'>,
  submission: Pick<Submission, 'data' | 'fromBlock' | 'to'>,
  until: bigint,
): Promise<Hex | undefined> {
  if (submission.fromBlock === null) return undefined
  const fromBlock = larger(BigInt(submission.fromBlock), until - blocksBack)
  const search = (part: BlockRange) => findIn(chain, submission, part)
  // Usually it is the same block.
  for await (const { found } of searchBlocks({ fromBlock, toBlock: until }, 'newest', search))
    if (found) return found
  return undefined
}

/** Reads the token, the two sides and the amount of a payment from its call. */
export function readMoved({ data, to }: Pick<Submission, 'data' | 'to'>): Moved {
  const call = decodeFunctionData({ abi: [...authorizationAbi, ...proxyAbi], data })
  if (call.functionName === 'transferWithAuthorization') {
    const [from, receiver, value] = call.args
    return { token: to, from, to: receiver, value }
  }
  const [{ permitted }, from, witness] = call.args
  return { token: permitted.token, from, to: witness.to, value: permitted.amount }
}

async function findIn(
  { client }: Pick<Chain, 'client'>,
  { data, to }: Pick<Submission, 'data' | 'to'>,
  range: BlockRange,
): Promise<Hex | undefined> {
  const call = decodeFunctionData({ abi: [...authorizationAbi, ...proxyAbi], data })
  const moved = readMoved({ data, to })
  if (call.functionName === 'transferWithAuthorization') {
    const nonce = call.args[5]
    const used = await client.getLogs({
      ...{ address: to, event: usedEvent, args: { authorizer: moved.from, nonce }, strict: true },
      ...range,
    })
    for (const { logIndex, transactionHash } of used) {
      const { logs } = await client.getTransactionReceipt({ hash: transactionHash })
      // The transfer of this number, and not of another one in the same transaction, is the next event.
      const next = logs.find((log) => log.logIndex === logIndex + 1)
      if (next && isTransfer(next, moved)) return transactionHash
    }
    return undefined
  }
  const transfers = await client.getLogs({
    ...{ address: moved.token, event: transferEvent, args: { from: moved.from, to: moved.to } },
    ...range,
  })
  for (const log of transfers) {
    if (!isTransfer(log, moved)) continue
    const sent = await client.getTransaction({ hash: log.transactionHash })
    // Permit2 has no event for a number: only the same call proves that it was used for this transfer.
    const isSame = sent.to && isAddressEqual(sent.to, to) && sent.input.startsWith(data)
    if (isSame) return log.transactionHash
  }
  return undefined
}

function isTransfer(log: Log, { from, to, token, value }: Moved): boolean {
  const [event] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [log] })
  return (
    event !== undefined &&
    isAddressEqual(event.address, token) &&
    isAddressEqual(event.args.from, from) &&
    isAddressEqual(event.args.to, to) &&
    event.args.value === value
  )
}
