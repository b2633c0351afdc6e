import { getTokenImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { defineImageRoute } from '../images/defineImageRoute.ts'

/** @source spec 7.25 */
export const getTokenImageRoute = defineImageRoute(getTokenImage, async ({ params }, { icons }) => {
  const image = await icons.token(params.id)
  if (image === undefined) {
    throw new HttpError(404, 'resource-not-found', 'No token has this image', { field: 'id' })
  }
  return image
})
