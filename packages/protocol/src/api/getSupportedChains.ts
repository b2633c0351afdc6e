import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The chains that this server supports, by transport. @source spec 7.35 */
export const getSupportedChains = defineEndpoint({
  method: 'GET',
  path: '/v1/supported-chains',
  summary: 'CAIP-2 ids of the chains that this server proxies, by transport.',
  query: v.object({}),
  response: v.object({ http: v.array(v.string()), ws: v.array(v.string()) }),
})
