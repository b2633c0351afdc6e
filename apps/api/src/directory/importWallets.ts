import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { wallets } from '../database/schema.ts'
import type { WalletRow } from './walletRow.ts'

/** Position of wallets without one: last, sorted by name. */
const lastPlace = 1_000_000

/**
 * Updates the directory's rows to match `rows`. The server's own rows never replace an operator's row of the same id;
 * an operator's row replaces the server's.
 * @returns The number of written rows.
 */
export async function importWallets(
  queries: Queries,
  { isBuiltIn, rows }: { isBuiltIn: boolean; rows: readonly WalletRow[] },
): Promise<number> {
  if (rows.length === 0) return 0
  const values = rows.map((row) => ({
    id: row.id,
    otherIds: row.other_ids ?? [],
    name: row.name,
    rdns: row.rdns ?? null,
    homepage: row.homepage ?? null,
    icon: row.icon ?? null,
    order: row.order ?? lastPlace,
    chains: row.chains,
    mobileLink: row.mobile_link ?? null,
    desktopLink: row.desktop_link ?? null,
    webappLink: row.webapp_link ?? null,
    linkMode: row.link_mode ?? null,
    appStore: row.app_store ?? null,
    playStore: row.play_store ?? null,
    chromeStore: row.chrome_store ?? null,
    injected: row.injected ?? null,
    badgeType: row.badge_type ?? null,
    isBuiltIn,
  }))
  return queries.transaction(async (transaction) => {
    if (isBuiltIn) {
      const kept = rows.map((row) => row.id)
      await transaction
        .delete(wallets)
        .where(and(eq(wallets.isBuiltIn, true), notInArray(wallets.id, kept)))
    }
    const written = await transaction
      .insert(wallets)
      .values(values)
      .onConflictDoUpdate({
        target: wallets.id,
        set: {
          otherIds: sql`excluded.other_ids`,
          name: sql`excluded.name`,
          rdns: sql`excluded.rdns`,
          homepage: sql`excluded.homepage`,
          icon: sql`excluded.icon`,
          order: sql`excluded.order`,
          chains: sql`excluded.chains`,
          mobileLink: sql`excluded.mobile_link`,
          desktopLink: sql`excluded.desktop_link`,
          webappLink: sql`excluded.webapp_link`,
          linkMode: sql`excluded.link_mode`,
          appStore: sql`excluded.app_store`,
          playStore: sql`excluded.play_store`,
          chromeStore: sql`excluded.chrome_store`,
          injected: sql`excluded.injected`,
          badgeType: sql`excluded.badge_type`,
          isBuiltIn: sql`excluded.is_built_in`,
        },
        ...(isBuiltIn ? { setWhere: eq(wallets.isBuiltIn, true) } : {}),
      })
      .returning({ id: wallets.id })
    return written.length
  })
}
