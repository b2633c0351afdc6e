import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Settings that existing clients ask a server for. Here a site's own options are the authority: the answer switches nothing.
 */
export const getConfig = defineEndpoint({
  method: 'GET',
  path: '/appkit/v1/config',
  summary: 'Settings of a project kept on the server: none, a site has its own.',
  query: v.object({}),
  response: v.object({ features: v.array(v.never()) }),
})
