import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { imagePaths } from '../imagePaths.ts'

/** The logo of a wallet, by its image id. @source spec 7.22 */
export const getWalletImage = defineEndpoint({
  method: 'GET',
  path: imagePaths.wallet,
  summary: 'The logo of a wallet, by its image id.',
  query: v.object({}),
  response: 'image',
})
