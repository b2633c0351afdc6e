import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { imagePaths } from '../imagePaths.ts'

/** The symbol of a fiat currency, by its ISO 4217 code. @source spec 7.24 */
export const getCurrencyImage = defineEndpoint({
  method: 'GET',
  path: imagePaths.currency,
  summary: 'The symbol of a fiat currency, by its ISO 4217 code.',
  query: v.object({}),
  response: 'image',
})
