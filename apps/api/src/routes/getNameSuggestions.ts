import { getNameSuggestions } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** @source spec 7.35 */
export const getNameSuggestionsRoute = defineRoute(
  getNameSuggestions,
  ofProject,
  async ({ params, query }, { names: { registry } }) => {
    const isKnown = query.zone === undefined || query.zone === registry?.suffix
    if (registry === undefined || !isKnown)
      throw new HttpError(404, 'resource-not-found', 'No such registry of names', { field: 'zone' })
    // `alice` and `alice.names.example` ask for the same.
    const label = params.name.toLowerCase().replace(`.${registry.suffix}`, '')
    return { suggestions: await registry.suggest(label) }
  },
)
