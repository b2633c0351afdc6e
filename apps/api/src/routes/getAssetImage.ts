import { getAssetImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { defineImageRoute } from '../images/defineImageRoute.ts'

/** @source spec 7.23 */
export const getAssetImageRoute = defineImageRoute(getAssetImage, async ({ params }, { icons }) => {
  const image = await icons.asset(params.id)
  if (image === undefined) {
    throw new HttpError(404, 'resource-not-found', 'No network or connector has this image', {
      field: 'id',
    })
  }
  return image
})
