import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Who a project is and whether a page of `origin` may use it: asked by the other servers of the same operator with
 * their service token, never by a browser. An unknown project is 404.
 */
export const getProject = defineEndpoint({
  method: 'GET',
  path: '/internal/projects/{projectId}',
  summary: 'A project, for the other servers of the operator.',
  query: v.object({ origin: v.optional(v.pipe(v.string(), v.maxLength(512))) }),
  response: v.object({
    id: v.string(),
    name: v.string(),
    allowedOrigins: v.array(v.string()),
    isDevelopment: v.boolean(),
    isDisabled: v.boolean(),
    /** Absent when no origin was asked about. */
    isOriginAllowed: v.optional(v.boolean()),
  }),
})
