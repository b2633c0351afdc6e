import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { imagePaths } from '../imagePaths.ts'

/** The logo of a network or connector, by its image id. @source spec 7.23 */
export const getAssetImage = defineEndpoint({
  method: 'GET',
  path: imagePaths.asset,
  summary: 'The logo of a network or connector, by its image id.',
  query: v.object({}),
  response: 'image',
})
