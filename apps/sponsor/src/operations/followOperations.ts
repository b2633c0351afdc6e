import type { Logger } from '@foyer/server'
import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import { parseAbiItem } from 'viem'
import { correctSpending } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { type BlockRange, blockBehind, searchBlocks, smaller } from '../chains/searchBlocks.ts'
import { operations } from '../database/schema.ts'
import type { Queries } from '../database/sponsorDatabase.ts'
import type { Metrics } from '../metrics.ts'
import { entryPoint } from './entryPoint.ts'

type Parts = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly now: () => number
  readonly queries: Queries
}
type Operation = typeof operations.$inferSelect

const paidEvent = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
/** Promises that are looked for at a time. */
const followedAtOnce = 500
/** Parts of the chain that one look searches: after an outage there may be many, and transactions wait for this look. */
const partsPerLook = 20

/**
 * One look at a chain: a promise becomes the cost that the EntryPoint names, or ends once no block can take it any more. What was
 * searched is written down, so that a look that fails midway, or has too much to search, is continued by the next one.
 */
export async function followOperations(parts: Parts, chain: Chain): Promise<void> {
  const { client, confirmations, paymaster } = chain
  if (paymaster === undefined) return
  let open = await parts.queries
    .select()
    .from(operations)
    .where(and(eq(operations.chainId, chain.caipId), eq(operations.state, 'promised')))
    .orderBy(asc(operations.validUntil))
    .limit(followedAtOnce)
  if (open.length === 0) return
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const toBlock = head - BigInt(confirmations - 1)
  const fromBlock = BigInt(Math.min(...open.map((one) => one.fromBlock)))
  if (toBlock < fromBlock) return
  const block = await client.getBlock({ blockNumber: toBlock })
  const search = (part: BlockRange) =>
    client.getLogs({
      ...{ address: entryPoint, event: paidEvent, args: { paymaster }, ...part },
      strict: true,
    })
  let searched = 0
  for await (const part of searchBlocks({ fromBlock, toBlock }, 'oldest', search)) {
    const paid = new Map(part.found.map((log) => [keyOf(log.args), log]))
    const ended = new Set<string>()
    for (const operation of open) {
      const key = keyOf(operation)
      const log = paid.get(key)
      // An earlier block has the operation of an earlier promise; and an operation counts for one promise.
      if (!log || log.blockNumber < BigInt(operation.fromBlock) || ended.has(key)) continue
      ended.add(key)
      const { args, transactionHash } = log
      await end(parts, operation, {
        ...{ state: 'paid', cost: args.actualGasCost, succeeded: args.success, transactionHash },
        operationHash: args.userOpHash,
      })
      await endOthers(parts, operation)
    }
    open = open.filter((operation) => !ended.has(keyOf(operation)))
    if (part.toBlock === toBlock || open.length === 0) break
    // The newest blocks are searched again: another node may not have them yet, and they may be replaced.
    await remember(parts, open, smaller(part.toBlock + 1n, blockBehind(head)))
    if (++searched === partsPerLook) return
  }
  for (const operation of open)
    if (block.timestamp > BigInt(operation.validUntil))
      await end(parts, operation, { state: 'expired', cost: 0n })
}

/** Writes down from which block on promises are still to be searched for. */
async function remember(
  { queries }: Parts,
  promises: readonly Operation[],
  fromBlock: bigint,
): Promise<void> {
  const ids = promises.map(({ id }) => id)
  await queries
    .update(operations)
    .set({ fromBlock: Number(fromBlock) })
    .where(and(inArray(operations.id, ids), lt(operations.fromBlock, Number(fromBlock))))
}

const keyOf = ({ nonce, sender }: { sender: string; nonce: bigint }) =>
  `${sender.toLowerCase()}:${nonce}`

/** The number is used: no other promise for it can be paid. */
async function endOthers(parts: Parts, { chainId, id, nonce, sender }: Operation): Promise<void> {
  const others = await parts.queries
    .select()
    .from(operations)
    .where(
      and(
        ...[eq(operations.chainId, chainId), eq(operations.sender, sender)],
        ...[eq(operations.nonce, nonce), eq(operations.state, 'promised')],
      ),
    )
  for (const other of others)
    if (other.id !== id) await end(parts, other, { state: 'expired', cost: 0n })
}

/** Writes an end down, once over all processes. */
async function end(
  { metrics, now, queries }: Parts,
  operation: Operation,
  ended: Pick<Operation, 'state' | 'cost'> &
    Partial<Pick<Operation, 'operationHash' | 'succeeded' | 'transactionHash'>>,
): Promise<void> {
  const isFirst = await queries.transaction(async (tx) => {
    const rows = await tx
      .update(operations)
      .set({ ...ended, endedAt: now() })
      .where(and(eq(operations.id, operation.id), eq(operations.state, 'promised')))
      .returning({ id: operations.id })
    if (rows.length === 0) return false
    await correctSpending(tx, { ...operation, cost: ended.cost ?? 0n })
    return true
  })
  if (isFirst) metrics.operations.inc({ chain: operation.chainId, outcome: ended.state })
}
