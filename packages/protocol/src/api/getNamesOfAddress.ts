import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { accountName } from './accountName.ts'

/** The names of an address, the newest first; none is an empty list. @source spec 7.35 */
export const getNamesOfAddress = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/reverse/{address}',
  summary: 'Names of an address.',
  query: v.object({}),
  response: v.array(accountName),
})
