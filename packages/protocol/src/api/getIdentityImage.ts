import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The picture of an address, when it lives on IPFS: `avatar` of `getIdentity` names this call then. @source ledger 7.33 */
export const getIdentityImage = defineEndpoint({
  method: 'GET',
  path: '/v1/identity/{address}/avatar',
  summary: 'The avatar of an address, from IPFS.',
  query: v.object({ chainId: v.optional(v.string(), 'eip155:1') }),
  response: 'image',
})
