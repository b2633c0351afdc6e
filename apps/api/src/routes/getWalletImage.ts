import { getWalletImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { defineImageRoute } from '../images/defineImageRoute.ts'

/** @source spec 7.22 */
export const getWalletImageRoute = defineImageRoute(
  getWalletImage,
  async ({ params }, { directory, icons }) => {
    const wallet = await directory.find(params.id)
    if (wallet === undefined) {
      throw new HttpError(404, 'resource-not-found', 'No wallet has this image', { field: 'id' })
    }
    return wallet.image ?? icons.wallet(wallet)
  },
)
