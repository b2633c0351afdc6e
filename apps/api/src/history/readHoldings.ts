import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { historyBackfills, historyChains, historyTransfers } from '../indexer/historyTables.ts'

/** An NFT of an account, with its amount. */
export type NftHolding = {
  readonly chainId: string
  readonly asset: string
  readonly quantity: bigint
}
export type HoldingPlace = readonly [chainId: string, asset: string]

/**
 * Reads an account's NFTs after a position, ordered by chain and asset. The amount is incoming minus outgoing transfers.
 *
 * @param account - address in its stored form
 * @param limit - maximum of rows
 */
export async function readHoldings(
  queries: Pick<Queries, 'select'>,
  {
    account,
    after,
    chainIds,
    limit,
  }: { account: string; after: HoldingPlace | undefined; chainIds: string[]; limit: number },
): Promise<NftHolding[]> {
  const { amount, asset, block, chainId, kind, receiver, sender } = historyTransfers
  // A transfer to oneself changes nothing.
  const quantity = sql<string>`sum(
    case when ${receiver} = ${account} then ${amount} else 0 end -
    case when ${sender} = ${account} then ${amount} else 0 end
  )`
  const knownFrom = sql`coalesce(
    (select past.next_block from ${historyBackfills} as past
      where past.chain_id = ${chainId} and past.account = ${account}),
    (select chains.first_block from ${historyChains} as chains where chains.chain_id = ${chainId}),
    0
  )`
  const rows = await queries
    .select({ chainId, asset, quantity: quantity.as('quantity') })
    .from(historyTransfers)
    .where(
      and(
        eq(kind, sql`'nft'`),
        inArray(chainId, chainIds),
        or(eq(receiver, account), eq(sender, account)),
        // Older ones are of another account's past.
        sql`${block} >= ${knownFrom}`,
        after && sql`(${chainId}, ${asset}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .groupBy(chainId, asset)
    .having(sql`${quantity} > 0`)
    .orderBy(chainId, asset)
    .limit(limit)
  return rows.map((row) => ({ ...row, quantity: BigInt(row.quantity) }))
}
