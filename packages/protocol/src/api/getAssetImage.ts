import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The logo of a network or connector, by its image id. @source ledger 7.23 */
export const getAssetImage = defineEndpoint({
  method: 'GET',
  path: '/public/getAssetImage/{id}',
  summary: 'The logo of a network or connector, by its image id.',
  query: v.object({}),
  response: 'image',
})
