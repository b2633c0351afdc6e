import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Settings that existing clients request from a server. A site's own options decide here, so the answer changes nothing.
 */
export const getConfig = defineEndpoint({
  method: 'GET',
  path: '/appkit/v1/config',
  summary: "Settings of a project: always empty, since a site's options decide.",
  query: v.object({}),
  response: v.object({ features: v.array(v.never()) }),
})
