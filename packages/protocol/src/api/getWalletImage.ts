import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The logo of a wallet, by its image id. @source ledger 7.22 */
export const getWalletImage = defineEndpoint({
  method: 'GET',
  path: '/getWalletImage/{id}',
  summary: 'The logo of a wallet, by its image id.',
  query: v.object({}),
  response: 'image',
})
