import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import type { BlockReader, ChainBlock } from './chainBlock.ts'
import { databaseNow } from './chainLease.ts'
import type { FoundBlocks } from './evm/findAccountBlocks.ts'
import {
  historyBackfills,
  historyChains,
  historyEntries,
  historyTransactions,
  historyTransfers,
} from './historyTables.ts'
import { insertRows } from './insertRows.ts'
import { toRows } from './storeBlocks.ts'

/** Reads the past of accounts on one chain, from before its first indexed block, one range of blocks per step. */
export type Backfill = {
  /** @throws {@link HttpError} 502 when the node does not answer; what the database throws */
  step(): Promise<'more' | 'idle'>
}

/** Maximum of unfinished accounts per chain, so that questions for many addresses cost no more than this. */
const maxOpen = 1000
const largestRange = 1_000_000
/** Blocks that are read concurrently. */
const blocksAtOnce = 10

/** Asks for the past of an account, if the chain is not indexed from its first block. */
export async function requestBackfill(
  queries: Pick<Queries, 'execute'>,
  { account, chainIds }: { account: string; chainIds: readonly string[] },
): Promise<void> {
  const open = sql`select count(*) from ${historyBackfills} as waiting where waiting.chain_id = chains.chain_id and waiting.next_block > 0`
  await queries.execute(sql`
    insert into ${historyBackfills} (chain_id, account, start_block, next_block, reached_at)
    select chains.chain_id, ${account}, chains.first_block, chains.first_block, chains.first_mined_at
    from ${historyChains} as chains
    where chains.chain_id in ${[...chainIds]} and chains.first_block > 0
      and chains.first_mined_at is not null and (${open}) < ${maxOpen}
    on conflict do nothing`)
}

export function createBackfill({
  chainId,
  findBlocks,
  holder,
  leaseMs = 30_000,
  queries,
  range: firstRange = 10_000,
  reader,
}: createBackfill.Options): Backfill {
  let range = firstRange

  /** Takes the account that has waited longest. */
  async function acquire() {
    const next = queries
      .select({ account: historyBackfills.account })
      .from(historyBackfills)
      .where(
        and(
          ...[eq(historyBackfills.chainId, chainId), gt(historyBackfills.nextBlock, 0)],
          or(eq(historyBackfills.holder, holder), lt(historyBackfills.heldUntil, databaseNow)),
        ),
      )
      .orderBy(asc(historyBackfills.heldUntil), asc(historyBackfills.account))
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await queries
      .update(historyBackfills)
      .set({ holder, heldUntil: sql`${databaseNow} + ${leaseMs}` })
      .where(and(eq(historyBackfills.chainId, chainId), eq(historyBackfills.account, next)))
      .returning()
    return row
  }

  async function readBlocks(numbers: readonly number[]): Promise<ChainBlock[]> {
    const blocks: ChainBlock[] = []
    for (let at = 0; at < numbers.length; at += blocksAtOnce) {
      const part = numbers.slice(at, at + blocksAtOnce)
      blocks.push(...(await Promise.all(part.map((one) => reader.readBlocks(one, one)))).flat())
    }
    return blocks
  }

  async function step(): Promise<'more' | 'idle'> {
    const row = await acquire()
    if (row === undefined) return 'idle'
    const { account, nextBlock } = row
    const high = nextBlock - 1
    const asked = Math.max(0, nextBlock - range)
    const { hasCoins, low, numbers } = await findBlocks(account, { high, low: asked })
    const [blocks, [first]] = await Promise.all([readBlocks(numbers), reader.readBlocks(low, low)])
    const rows = toRows(chainId, blocks)
    // The other accounts of these transactions have a history of their own, which begins later.
    const entries = rows.entries.filter((entry) => entry.account === account)
    const places = new Set(entries.map(keyOf))
    const own = <row extends Place>(all: readonly row[]) =>
      all.filter((one) => places.has(keyOf(one)))
    await queries.transaction(async (transaction) => {
      const [stored] = await transaction
        .update(historyBackfills)
        .set({
          nextBlock: low,
          reachedAt: first!.minedAt,
          hasCoins: row.hasCoins && hasCoins,
          hasInternalTransfers:
            row.hasInternalTransfers && blocks.every((block) => block.hasInternalTransfers),
        })
        .where(
          and(
            ...[eq(historyBackfills.chainId, chainId), eq(historyBackfills.account, account)],
            ...[eq(historyBackfills.nextBlock, nextBlock), eq(historyBackfills.holder, holder)],
          ),
        )
        .returning()
      // Another process took over, or the chain was replaced.
      if (stored === undefined) return
      await insertRows(transaction, historyTransactions, own(rows.transactions), 'keep')
      await insertRows(transaction, historyTransfers, own(rows.transfers), 'keep')
      await insertRows(transaction, historyEntries, entries, 'keep')
    })
    range = Math.min(largestRange, range * 2)
    return 'more'
  }

  return {
    async step() {
      try {
        return await step()
      } catch (error) {
        // The node may refuse so many blocks at once.
        range = Math.max(1, Math.floor(range / 4))
        throw error
      }
    },
  }
}

export declare namespace createBackfill {
  type Options = {
    /** CAIP-2. */
    chainId: string
    /** Finds the blocks of an account in a range. */
    findBlocks: (account: string, range: { high: number; low: number }) => Promise<FoundBlocks>
    /** Id of this process, for the leases. */
    holder: string
    /** Time after which another process takes over from a dead one, in ms. @default 30 s */
    leaseMs?: number | undefined
    queries: Queries
    /** Blocks of the first step; doubled after each step, up to a million, and reduced after a failure. @default 10,000 */
    range?: number | undefined
    reader: Pick<BlockReader, 'readBlocks'>
  }
}

type Place = { readonly block: number; readonly place: number }
const keyOf = ({ block, place }: Place) => `${block} ${place}`
