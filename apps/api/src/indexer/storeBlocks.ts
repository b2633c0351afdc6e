import { and, eq, gt, lt, ne } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { noAddress } from '../rpc/ethCall.ts'
import type { ChainBlock } from './chainBlock.ts'
import type { ChainProgress } from './chainLease.ts'
import {
  historyBackfills,
  historyBlocks,
  historyChains,
  historyEntries,
  historyTransactions,
  historyTransfers,
} from './historyTables.ts'
import { insertRows } from './insertRows.ts'

/** Thrown when another process has taken over the chain; the blocks just read are discarded. */
export class LeaseLost extends Error {}

type Transaction = Parameters<Parameters<Queries['transaction']>[0]>[0]

/**
 * Stores the next blocks together with the new progress, in one transaction.
 *
 * @param hashes - number of the newest blocks whose hashes are kept
 * @returns The chain's new progress.
 * @throws {@link LeaseLost} when another process has indexed the chain meanwhile
 */
export function storeBlocks(
  queries: Pick<Queries, 'transaction'>,
  {
    blocks,
    hashes,
    head,
    nowMs,
    progress,
  }: {
    blocks: readonly [ChainBlock, ...ChainBlock[]]
    hashes: number
    head: number
    nowMs: number
    progress: ChainProgress
  },
): Promise<ChainProgress> {
  const { chainId } = progress
  const firstBlock = progress.firstBlock ?? blocks[0].number
  const nextBlock = blocks.at(-1)!.number + 1
  return queries.transaction(async (transaction) => {
    // Update the progress first: this locks the row, so that another process waits here and then fails.
    const stored = await moveOn(transaction, progress, {
      firstBlock,
      nextBlock,
      headBlock: Math.max(head, nextBlock - 1),
      seenAt: nowMs,
      firstMinedAt: progress.firstMinedAt ?? blocks[0].minedAt,
      hasInternalTransfers:
        progress.hasInternalTransfers && blocks.every((block) => block.hasInternalTransfers),
    })
    const rows = toRows(chainId, blocks)
    await insertRows(transaction, historyBlocks, rows.blocks)
    await insertRows(transaction, historyTransactions, rows.transactions)
    await insertRows(transaction, historyTransfers, rows.transfers)
    await insertRows(transaction, historyEntries, rows.entries)
    await transaction
      .delete(historyBlocks)
      .where(
        and(
          eq(historyBlocks.chainId, chainId),
          lt(historyBlocks.block, nextBlock - hashes),
          ne(historyBlocks.block, firstBlock),
        ),
      )
    return stored
  })
}

/**
 * Deletes the rows above a block and sets the progress to it.
 *
 * @param above - the newest block to keep; undefined to delete all blocks
 * @returns The chain's new progress.
 * @throws {@link LeaseLost} when another process has indexed the chain meanwhile
 */
export function dropBlocks(
  queries: Pick<Queries, 'transaction'>,
  { above, progress }: { above: number | undefined; progress: ChainProgress },
): Promise<ChainProgress> {
  const { chainId } = progress
  const last = above ?? -1
  return queries.transaction(async (transaction) => {
    const stored = await moveOn(transaction, progress, {
      ...(above === undefined
        ? { nextBlock: 0, firstBlock: null, firstMinedAt: null, hasInternalTransfers: true }
        : { nextBlock: above + 1 }),
    })
    // The past of accounts belongs to the chain that was replaced.
    if (above === undefined)
      await transaction.delete(historyBackfills).where(eq(historyBackfills.chainId, chainId))
    for (const table of [historyBlocks, historyTransactions, historyTransfers, historyEntries])
      await transaction.delete(table).where(and(eq(table.chainId, chainId), gt(table.block, last)))
    return stored
  })
}

async function moveOn(
  transaction: Transaction,
  { chainId, holder, nextBlock }: ChainProgress,
  change: Partial<ChainProgress>,
): Promise<ChainProgress> {
  const [stored] = await transaction
    .update(historyChains)
    .set(change)
    .where(
      and(
        eq(historyChains.chainId, chainId),
        eq(historyChains.holder, holder ?? ''),
        eq(historyChains.nextBlock, nextBlock),
      ),
    )
    .returning()
  if (stored === undefined) throw new LeaseLost(`Another process reads ${chainId}`)
  return stored
}

/** Makes the rows of blocks. */
export function toRows(chainId: string, blocks: readonly ChainBlock[]) {
  const transactions: (typeof historyTransactions.$inferInsert)[] = []
  const transfers: (typeof historyTransfers.$inferInsert)[] = []
  const entries: (typeof historyEntries.$inferInsert)[] = []
  for (const { minedAt, number, transactions: all } of blocks) {
    for (const { place, transfers: moved, ...facts } of all) {
      const at = { chainId, block: number, place }
      transactions.push({ ...at, minedAt, ...facts })
      for (const [part, transfer] of moved.entries()) transfers.push({ ...at, part, ...transfer })
      const accounts = new Set([facts.sender, facts.receiver])
      for (const { kind, receiver, sender } of moved) {
        accounts.add(sender)
        // Not the receiver of an approval, who has not taken part yet.
        if (kind !== 'approval') accounts.add(receiver)
      }
      accounts.delete(noAddress)
      for (const account of accounts) entries.push({ ...at, account, minedAt })
    }
  }
  return {
    blocks: blocks.map(({ hash, number }) => ({ chainId, block: number, hash })),
    transactions,
    transfers,
    entries,
  }
}
