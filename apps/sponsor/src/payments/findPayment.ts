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
/** Blocks that nodes search at once: one that refuses is asked for fewer. */
const blocksAtOnce = [500n, 50n, 10n]

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
  const start = larger(BigInt(submission.fromBlock), until - blocksBack)
  let [toBlock, size] = [until, 0]
  // The newest first: usually it is the same block.
  while (toBlock >= start) {
    const range = { fromBlock: larger(start, toBlock - blocksAtOnce[size]! + 1n), toBlock }
    try {
      const found = await findIn(chain, submission, range)
      if (found) return found
      toBlock = range.fromBlock - 1n
    } catch (error) {
      if (++size === blocksAtOnce.length) throw error
    }
  }
  return undefined
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)

async function findIn(
  { client }: Pick<Chain, 'client'>,
  { data, to }: Pick<Submission, 'data' | 'to'>,
  range: { readonly fromBlock: bigint; readonly toBlock: bigint },
): Promise<Hex | undefined> {
  const call = decodeFunctionData({ abi: [...authorizationAbi, ...proxyAbi], data })
  if (call.functionName === 'transferWithAuthorization') {
    const [from, receiver, value, , , nonce] = call.args
    const moved: Moved = { token: to, from, to: receiver, value }
    const used = await client.getLogs({
      ...{ address: to, event: usedEvent, args: { authorizer: from, nonce }, strict: true },
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
  const [{ permitted }, from, witness] = call.args
  const moved: Moved = {
    ...{ token: permitted.token, from, to: witness.to },
    value: permitted.amount,
  }
  const transfers = await client.getLogs({
    ...{ address: moved.token, event: transferEvent, args: { from, to: moved.to } },
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
