import type { Wallet } from '@foyer/protocol/api'
import { asc } from 'drizzle-orm'
import { cached } from '../cached.ts'
import type { Queries } from '../database/apiDatabase.ts'
import { wallets } from '../database/schema.ts'
import type { ImageFile } from '../images/imageFile.ts'

/** A wallet and the source of its picture. */
export type DirectoryWallet = Wallet & {
  /** Other ids by which sites name it in their options. */
  readonly otherIds?: readonly string[] | undefined
  /** The logo in @web3icons/core: `wallets/metamask`. */
  readonly icon?: string | undefined
  /** Takes precedence over `icon`. */
  readonly image?: ImageFile | undefined
}

export type Directory = {
  /** Every wallet, in order. */
  list(): Promise<readonly DirectoryWallet[]>
  /** By directory id or image id. */
  find(id: string): Promise<DirectoryWallet | undefined>
}

/** Time until a change by `wallets import` is visible, in ms. */
const directoryTtlMs = 10_000

/**
 * Reads the wallets of the database, with the operator's extra ones first.
 * @param extraWallets - wallets that are only known to this process
 */
export function createDirectory({
  extraWallets = [],
  queries,
}: {
  extraWallets?: readonly DirectoryWallet[] | undefined
  queries: Queries
}): Directory {
  const extra = extraWallets.map((wallet) => ({ image_id: wallet.id, ...wallet }))
  const extraIds = new Set(extra.map(({ id }) => id))
  const read = cached({
    ttlMs: directoryTtlMs,
    async load() {
      const rows = await queries
        .select()
        .from(wallets)
        .orderBy(asc(wallets.order), asc(wallets.name))
      return [...extra, ...rows.filter(({ id }) => !extraIds.has(id)).map(toWallet)]
    },
  })
  return {
    list: () => read('all'),
    async find(id) {
      return (await read('all')).find((wallet) => isNamed(wallet, id) || wallet.image_id === id)
    },
  }
}

/** Returns whether an id in a site's options means this wallet. */
export function isNamed(wallet: DirectoryWallet, id: string): boolean {
  return wallet.id === id || wallet.otherIds?.includes(id) === true
}

function toWallet(row: typeof wallets.$inferSelect): DirectoryWallet {
  return {
    id: row.id,
    otherIds: row.otherIds,
    name: row.name,
    rdns: row.rdns,
    homepage: row.homepage,
    image_id: row.id,
    order: row.order,
    chains: row.chains,
    mobile_link: row.mobileLink,
    desktop_link: row.desktopLink,
    webapp_link: row.webappLink,
    link_mode: row.linkMode,
    app_store: row.appStore,
    play_store: row.playStore,
    chrome_store: row.chromeStore,
    injected: row.injected,
    badge_type: row.badgeType,
    icon: row.icon ?? undefined,
  }
}
