import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The logo of a token, by its symbol. @source ledger 7.25 */
export const getTokenImage = defineEndpoint({
  method: 'GET',
  path: '/public/getTokenImage/{id}',
  summary: 'The logo of a token, by its symbol.',
  query: v.object({}),
  response: 'image',
})
