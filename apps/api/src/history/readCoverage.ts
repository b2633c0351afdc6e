import type { HistoryCoverage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { inArray } from 'drizzle-orm'
import type { Chain } from '../chains/chainConfig.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { historyChains } from '../indexer/historyTables.ts'

/** A chain that was not seen for so long is away. */
const staleMs = 120_000

/** Coverage of several chains together: that of the least covered one. */
export type KnownCoverage = HistoryCoverage & {
  /** A chain that does not answer, of which nothing new is known. */
  readonly awayChain: string | undefined
}

/**
 * The gaps in the history of these chains.
 *
 * @throws {@link HttpError} 503 when nothing of a chain is read yet
 */
export async function readCoverage(
  queries: Pick<Queries, 'select'>,
  chains: readonly Chain[],
  { nowMs }: { nowMs: number },
): Promise<KnownCoverage> {
  const ids = chains.map(({ caipId }) => caipId as string)
  const rows = await queries.select().from(historyChains).where(inArray(historyChains.chainId, ids))
  const known = ids.map((chainId) => {
    const row = rows.find((one) => one.chainId === chainId)
    if (row === undefined || row.firstBlock === null || row.firstMinedAt === null)
      throw refuseAway(chainId)
    return { ...row, firstBlock: row.firstBlock, firstMinedAt: row.firstMinedAt }
  })
  const shares = known.map(
    ({ firstBlock, headBlock, nextBlock }) =>
      (nextBlock - firstBlock) / Math.max(1, headBlock + 1 - firstBlock),
  )
  const share = Math.min(...shares)
  return {
    from: new Date(Math.max(...known.map(({ firstMinedAt }) => firstMinedAt))).toISOString(),
    internalTransfers: known.every(({ hasInternalTransfers }) => hasInternalTransfers),
    ...(share < 1 && { backfill: share }),
    awayChain: known.find(({ seenAt }) => nowMs - seenAt > staleMs)?.chainId,
  }
}

/** An outage is never an empty list. */
export const refuseAway = (chainId: string): HttpError =>
  new HttpError(503, 'transactions-failed', `The history of ${chainId} is not there right now`)
