import { getWallets } from '@foyer/protocol'
import { searchWallets } from '../directory/searchWallets.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.21 */
export const getWalletsRoute = defineRoute(
  getWallets,
  async ({ asker, query: { entries, page, ...query } }, { directory }) => {
    const found = searchWallets(await directory.list(), query)
    const data = found
      .slice((page - 1) * entries, page * entries)
      .map(({ icon, image, otherIds, ...wallet }) => ({
        ...wallet,
        image_url: `${asker.baseUrl}/getWalletImage/${encodeURIComponent(wallet.image_id ?? wallet.id)}?projectId=${encodeURIComponent(asker.project.id)}`,
      }))
    return { data, count: found.length }
  },
)
