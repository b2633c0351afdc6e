import { getWalletImage } from '@foyer/protocol'
import { ApiError } from '../apiError.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.22 */
export const getWalletImageRoute = defineRoute(
  getWalletImage,
  async ({ params }, { directory, icons }) => {
    const wallet = await directory.find(params.id)
    if (wallet === undefined) {
      throw new ApiError(404, 'resource-not-found', 'No wallet has this image', { field: 'id' })
    }
    return wallet.image ?? icons.wallet(wallet)
  },
)
