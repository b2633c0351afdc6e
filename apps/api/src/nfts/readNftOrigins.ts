import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { historyTransactions, historyTransfers } from '../indexer/historyTables.ts'

/** The way in which an account received an NFT. */
export type NftOrigin = {
  /** A transaction of the account itself brought it. */
  readonly isOwn: boolean
  /** Most accounts that one of these transactions gave NFTs of the collection to, counted up to 20. */
  readonly receivers: number
}

/** Reads by which transactions an account received NFTs: a map from `chainId asset`. */
export async function readNftOrigins(
  queries: Pick<Queries, 'select'>,
  { account, assets }: { account: string; assets: readonly { chainId: string; asset: string }[] },
): Promise<Map<string, NftOrigin>> {
  if (assets.length === 0) return new Map()
  const [moved, sent] = [historyTransfers, historyTransactions]
  const receivers = sql<number>`(
    select count(*) from (
      select distinct other.receiver from ${moved} as other
      where other.chain_id = ${moved.chainId} and other.block = ${moved.block} and other.place = ${moved.place}
        and other.kind = 'nft'
        and split_part(other.asset, '/', 1) = split_part(${moved.asset}, '/', 1)
      limit 20
    ) as some_receivers
  )`
  const rows = await queries
    .select({
      chainId: moved.chainId,
      asset: moved.asset,
      isOwn: sql<boolean>`bool_or(${sent.sender} = ${account})`,
      receivers: sql<number>`max(${receivers})`.mapWith(Number),
    })
    .from(moved)
    .innerJoin(
      sent,
      and(
        eq(sent.chainId, moved.chainId),
        eq(sent.block, moved.block),
        eq(sent.place, moved.place),
      ),
    )
    .where(
      and(
        eq(moved.kind, sql`'nft'`),
        eq(moved.receiver, account),
        sql`(${moved.chainId}, ${moved.asset}) in (${sql.join(
          assets.map(({ asset, chainId }) => sql`(${chainId}, ${asset})`),
          sql`, `,
        )})`,
      ),
    )
    .groupBy(moved.chainId, moved.asset)
  return new Map(
    rows.map(({ asset, chainId, ...origin }) => [`${chainId} ${asset}`, origin] as const),
  )
}
