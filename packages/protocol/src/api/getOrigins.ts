import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The origins that may use this project. @source spec 7.26 */
export const getOrigins = defineEndpoint({
  method: 'GET',
  path: '/projects/v1/origins',
  summary: 'The origins that may use this project.',
  query: v.object({}),
  response: v.object({ allowedOrigins: v.array(v.string()) }),
})
