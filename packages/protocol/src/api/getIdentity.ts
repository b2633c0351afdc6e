import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** The name and avatar of an address. @source spec 7.33 */
export const getIdentity = defineEndpoint({
  method: 'GET',
  path: '/v1/identity/{address}',
  summary: 'Name and avatar of an address.',
  /** Ethereum by default, since existing clients send no chain. */
  query: v.object({ chainId: v.optional(v.string(), 'eip155:1') }),
  response: v.object({
    name: v.nullable(v.string()),
    avatar: v.nullable(v.string()),
    /** ISO 8601. */
    resolvedAt: v.optional(v.nullable(v.string())),
  }),
})
export type Identity = v.InferOutput<typeof getIdentity.response>
