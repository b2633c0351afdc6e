import { getTokenImage } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { defineRoute } from '../route.ts'

/** @source ledger 7.25 */
export const getTokenImageRoute = defineRoute(getTokenImage, async ({ params }, { icons }) => {
  const image = await icons.token(params.id)
  if (image === undefined) {
    throw new HttpError(404, 'resource-not-found', 'No token has this image', { field: 'id' })
  }
  return image
})
