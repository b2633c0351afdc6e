import { getProject, type ResponseOf } from '@foyer/protocol'
import { HttpError, isSame } from '@foyer/server'
import type { Context } from 'hono'
import { isOriginAllowed } from '../projects/originRule.ts'
import { parseInput } from '../route.ts'
import type { Services } from '../services.ts'

/** Where the operator's other servers ask; the path as the router writes it. */
export const getProjectPath = getProject.path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Tells the operator's other servers who a project is. It stands apart from the public routes: it takes the service
 * token instead of a project's id, and no page may read it.
 *
 * @throws {@link HttpError} 404 without a service token in the configuration or without such a project, 403 for
 * another token
 */
export async function answerGetProject(
  c: Context,
  { getProject: readProject, serviceToken }: Services,
): Promise<ResponseOf<typeof getProject>> {
  if (serviceToken === undefined) {
    throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
  }
  if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${serviceToken}`)) {
    throw new HttpError(403, 'unauthorized', 'This is for other servers of the operator')
  }
  const { origin } = parseInput(getProject.query, c.req.query())
  const project = await readProject(c.req.param('projectId') ?? '')
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
}
