import { getAssetImage } from '@foyer/protocol'
import { ApiError } from '../apiError.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.23 */
export const getAssetImageRoute = defineRoute(getAssetImage, async ({ params }, { icons }) => {
  const image = await icons.asset(params.id)
  if (image === undefined) {
    throw new ApiError(404, 'resource-not-found', 'No network or connector has this image', {
      field: 'id',
    })
  }
  return image
})
