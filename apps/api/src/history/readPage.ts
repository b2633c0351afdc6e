import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { historyEntries, historyTransactions, historyTransfers } from '../indexer/historyTables.ts'

/** Position of a row in a history, which is sorted by time (newest first), chain, block and index in the block. */
export type EntryPlace = readonly [minedAt: number, chainId: string, block: number, place: number]

/** A transaction with those of its transfers that concern the account. */
export type HistoryRow = typeof historyTransactions.$inferSelect & {
  readonly own: readonly (typeof historyTransfers.$inferSelect)[]
}

/** Maximum of transfers per transaction, so that spam can not fill a page. */
const maxTransfers = 100

/**
 * Reads an account's history after a position, newest first.
 *
 * @param account - address in its stored form
 * @param limit - maximum of rows
 */
export async function readPage(
  queries: Pick<Queries, 'select'>,
  {
    account,
    after,
    chainIds,
    hashes,
    limit,
  }: {
    account: string
    after: EntryPlace | undefined
    chainIds: string[]
    /** Only these transactions. @default all */
    hashes?: readonly string[] | undefined
    limit: number
  },
): Promise<HistoryRow[]> {
  if (hashes?.length === 0) return []
  const { block, chainId, minedAt, place } = historyEntries
  const isAfter =
    after &&
    sql`(${minedAt}, ${chainId}, ${block}, ${place}) < (${after[0]}::bigint, ${after[1]}, ${after[2]}::bigint, ${after[3]}::integer)`
  const found = await queries
    .select({ transaction: historyTransactions })
    .from(historyEntries)
    .innerJoin(
      historyTransactions,
      and(
        eq(historyTransactions.chainId, chainId),
        eq(historyTransactions.block, block),
        eq(historyTransactions.place, place),
      ),
    )
    .where(
      and(
        eq(historyEntries.account, account),
        inArray(chainId, chainIds),
        hashes &&
          inArray(
            historyTransactions.hash,
            hashes.map((hash) => hash.toLowerCase()),
          ),
        isAfter,
      ),
    )
    .orderBy(desc(minedAt), desc(chainId), desc(block), desc(place))
    .limit(limit)
  if (found.length === 0) return []
  const transactions = found.map(({ transaction }) => transaction)
  const own = await readTransfers(queries, account, transactions)
  return transactions.map((transaction) => ({
    ...transaction,
    own: own.get(keyOf(transaction)) ?? [],
  }))
}

type Place = { readonly chainId: string; readonly block: number; readonly place: number }
const keyOf = ({ block, chainId, place }: Place) => `${chainId} ${block} ${place}`

/** Reads the account's transfers of each transaction, in order, at most 100 each. */
async function readTransfers(
  queries: Pick<Queries, 'select'>,
  account: string,
  transactions: readonly Place[],
): Promise<Map<string, (typeof historyTransfers.$inferSelect)[]>> {
  const table = historyTransfers
  const places = sql.join(
    transactions.map((one) => sql`(${one.chainId}, ${one.block}::bigint, ${one.place}::integer)`),
    sql`, `,
  )
  const ranked = queries
    .select({
      chainId: table.chainId,
      block: table.block,
      place: table.place,
      part: table.part,
      rank: sql<number>`row_number() over (partition by ${table.chainId}, ${table.block}, ${table.place} order by ${table.part})`.as(
        'rank',
      ),
    })
    .from(table)
    .where(
      and(
        sql`(${table.chainId}, ${table.block}, ${table.place}) in (${places})`,
        or(
          eq(table.sender, account),
          and(eq(table.receiver, account), sql`${table.kind} <> 'approval'`),
        ),
      ),
    )
    .as('ranked')
  const rows = await queries
    .select({ transfer: table })
    .from(ranked)
    .innerJoin(
      table,
      and(
        eq(table.chainId, ranked.chainId),
        eq(table.block, ranked.block),
        eq(table.place, ranked.place),
        eq(table.part, ranked.part),
      ),
    )
    .where(sql`${ranked.rank} <= ${maxTransfers}`)
    .orderBy(asc(table.part))
  const byPlace = new Map<string, (typeof historyTransfers.$inferSelect)[]>()
  for (const { transfer } of rows) {
    const key = keyOf(transfer)
    byPlace.set(key, [...(byPlace.get(key) ?? []), transfer])
  }
  return byPlace
}
