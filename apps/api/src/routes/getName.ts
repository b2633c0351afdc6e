import { getName } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { keyedBudget, takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.32, 7.35 */
export const getNameRoute = defineRoute(
  getName,
  ofProject,
  async ({ caller, params }, services) => {
    await takeKeyedCall(services, caller, 'identities')
    const found = await services.names.find(params.name)
    if (found === undefined)
      throw new HttpError(404, 'resource-not-found', 'No such name', { field: 'name' })
    return found
  },
  { budget: keyedBudget('identities') },
)
