import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { imagePaths } from '../imagePaths.ts'

/** The logo of a token, by its symbol. @source spec 7.25 */
export const getTokenImage = defineEndpoint({
  method: 'GET',
  path: imagePaths.token,
  summary: 'The logo of a token, by its symbol.',
  query: v.object({}),
  response: 'image',
})
