import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The avatar of an address if it is on IPFS: `avatar` of `getIdentity` then contains the URL of this call. @source spec 7.33 */
export const getIdentityImage = defineEndpoint({
  method: 'GET',
  path: '/v1/identity/{address}/avatar',
  summary: 'The avatar of an address, from IPFS.',
  query: v.object({ chainId: v.optional(v.string(), 'eip155:1') }),
  response: 'image',
})
