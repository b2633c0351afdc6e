import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { accountName } from './accountName.ts'

/** The addresses of a name. @source spec 7.32, 7.35 */
export const getName = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  summary: 'Addresses of a name, of this server’s registry or of ENS.',
  query: v.object({}),
  response: accountName,
})
