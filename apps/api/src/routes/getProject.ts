import { getProject } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { ofOperator } from '../doors.ts'
import { isOriginAllowed } from '../projects/originRule.ts'

/** Returns a project to the operator's other servers. */
export const getProjectRoute = defineRoute(
  getProject,
  ofOperator,
  async ({ params, query: { origin } }, services) => {
    const project = await services.getProject(params.projectId)
    if (project === undefined) {
      throw new HttpError(404, 'resource-not-found', 'There is no such project', {
        field: 'projectId',
      })
    }
    const { allowedOrigins, id, isDevelopment, isDisabled, name } = project
    return {
      id,
      name,
      allowedOrigins: [...allowedOrigins],
      isDevelopment,
      isDisabled,
      ...(origin === undefined ? {} : { isOriginAllowed: isOriginAllowed(origin, project) }),
    }
  },
)
