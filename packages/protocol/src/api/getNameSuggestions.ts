import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** Names like the wanted one, with the exact one first, at most 5. @source spec 7.35 */
export const getNameSuggestions = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  summary: 'Names that can be registered, like the one that was typed.',
  query: v.object({
    /** Suffix of the names, without its dot. @default the registry’s */
    zone: v.optional(v.pipe(v.string(), v.maxLength(190))),
  }),
  response: v.object({
    suggestions: v.array(v.object({ name: v.string(), registered: v.boolean() })),
  }),
})
export type NameSuggestion = v.InferOutput<
  typeof getNameSuggestions.response
>['suggestions'][number]
