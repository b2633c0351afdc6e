import { getOnrampSession } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { ofProject } from '../doors.ts'

export const getOnrampSessionRoute = defineRoute(
  getOnrampSession,
  ofProject,
  async ({ caller, params }, { onramp }) => {
    // PostgreSQL refuses some characters with an error of its own.
    const isId = /^[\w-]{1,64}$/.test(params.id)
    const found = isId && (await onramp.readOrder({ id: params.id, projectId: caller.project.id }))
    if (found) return found
    throw new HttpError(404, 'resource-not-found', 'There is no such purchase')
  },
)
