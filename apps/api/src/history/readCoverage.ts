import type { HistoryCoverage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { and, eq, inArray } from 'drizzle-orm'
import type { Chain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { historyBackfills, historyChains } from '../indexer/historyTables.ts'

/** A chain counts as unavailable when it has not answered for this time, in ms. */
const staleMs = 120_000

/** Combined coverage of several chains: that of the least covered one. */
export type KnownCoverage = HistoryCoverage & {
  /** A chain that does not answer, so that newer transactions may be missing. */
  readonly awayChain: string | undefined
  /** The past of the account is not asked for, although a chain is not indexed from its first block. */
  readonly hasUnreadPast: boolean
}

/**
 * Reads how much of an account's history on these chains is known: the indexed blocks, and what was read of its past.
 *
 * @param account - address in its stored form
 * @throws {@link HttpError} 503 for a chain without any indexed block
 */
export async function readCoverage(
  queries: Pick<Queries, 'select'>,
  chains: readonly Chain[],
  { account, nowMs }: { account: string; nowMs: number },
): Promise<KnownCoverage> {
  const ids = chains.map(({ caipId }) => caipId as string)
  const [rows, pasts] = await Promise.all([
    queries.select().from(historyChains).where(inArray(historyChains.chainId, ids)),
    queries
      .select()
      .from(historyBackfills)
      .where(and(eq(historyBackfills.account, account), inArray(historyBackfills.chainId, ids))),
  ])
  const known = ids.map((chainId) => {
    const row = rows.find((one) => one.chainId === chainId)
    if (row === undefined || row.firstBlock === null || row.firstMinedAt === null)
      throw refuseAway(chainId)
    const past = pasts.find((one) => one.chainId === chainId)
    return {
      ...row,
      past,
      firstBlock: past ? 0 : row.firstBlock,
      knownFrom: past?.nextBlock ?? row.firstBlock,
      // Without coins the past has gaps.
      firstMinedAt: past?.hasCoins ? past.reachedAt : row.firstMinedAt,
    }
  })
  const shares = known.map(
    ({ firstBlock, headBlock, knownFrom, nextBlock }) =>
      (nextBlock - knownFrom) / Math.max(1, headBlock + 1 - firstBlock),
  )
  const lacksCoins = pasts.some(
    ({ hasCoins, nextBlock, startBlock }) => !hasCoins && nextBlock < startBlock,
  )
  const share = Math.min(...shares)
  return {
    from: new Date(Math.max(...known.map(({ firstMinedAt }) => firstMinedAt))).toISOString(),
    internalTransfers: known.every(
      ({ hasInternalTransfers, past }) =>
        hasInternalTransfers && past?.hasInternalTransfers !== false,
    ),
    ...(share < 1 && { backfill: share }),
    ...(lacksCoins && { unseen: ['past-coins'] }),
    hasUnreadPast: known.some(({ firstBlock, past }) => !past && firstBlock > 0),
    awayChain: known.find(({ seenAt }) => nowMs - seenAt > staleMs)?.chainId,
  }
}

/** Makes the error of an unavailable chain, so that an outage is not reported as an empty list. */
export const refuseAway = (chainId: string): HttpError =>
  new HttpError(503, 'transactions-failed', `The history of ${chainId} is not there right now`)
