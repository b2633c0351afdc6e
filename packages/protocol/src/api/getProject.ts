import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Returns a project, and whether a page of `origin` may use it. Only the operator's other servers call it, with their
 * service token, never a browser. An unknown project is 404.
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
    /** Absent if the call names no origin. */
    isOriginAllowed: v.optional(v.boolean()),
  }),
})
