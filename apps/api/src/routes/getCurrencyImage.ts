import { getCurrencyImage } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { defineImageRoute } from '../images/defineImageRoute.ts'
import { drawCurrencySign } from '../images/drawCurrencySign.ts'

/** @source spec 7.24 */
export const getCurrencyImageRoute = defineImageRoute(getCurrencyImage, async ({ params }) => {
  const image = drawCurrencySign(params.id)
  if (image === undefined) {
    throw new HttpError(404, 'resource-not-found', 'No currency has this code', { field: 'id' })
  }
  return image
})
