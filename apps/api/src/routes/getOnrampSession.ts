import { getOnrampSession } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { ofProject } from '../doors.ts'

export const getOnrampSessionRoute = defineRoute(
  getOnrampSession,
  ofProject,
  async ({ caller, params }, { onramp }) => {
    const found = await onramp.readOrder({ id: params.id, projectId: caller.project.id })
    if (found) return found
    throw new HttpError(404, 'resource-not-found', 'There is no such purchase')
  },
)
