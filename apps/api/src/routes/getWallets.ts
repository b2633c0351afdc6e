import { getWallets } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { searchWallets } from '../directory/searchWallets.ts'
import { ofProject } from '../doors.ts'

/** @source spec 7.21 */
export const getWalletsRoute = defineRoute(
  getWallets,
  ofProject,
  async ({ caller, query: { entries, page, ...query } }, { directory }) => {
    const found = searchWallets(await directory.list(), query)
    const data = found
      .slice((page - 1) * entries, page * entries)
      .map(({ icon, image, otherIds, ...wallet }) => ({
        ...wallet,
        image_url: `${caller.baseUrl}/getWalletImage/${encodeURIComponent(wallet.image_id ?? wallet.id)}?projectId=${encodeURIComponent(caller.project.id)}`,
      }))
    return { data, count: found.length }
  },
)
