import { getOrigins } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofAnyPage } from '../doors.ts'
import { isOriginAllowed } from '../projects/originRule.ts'

/**
 * Any page may read this answer, so that a page can learn that its own origin is missing.
 * @source spec 7.26
 */
export const getOriginsRoute = defineRoute(
  getOrigins,
  ofAnyPage,
  async ({ caller: { origin, project } }) => {
    const listed = project.allowedOrigins
    // Add an origin that a wildcard allows, so that the caller can compare texts.
    const byRule =
      origin !== undefined && !listed.includes(origin) && isOriginAllowed(origin, project)
    return { allowedOrigins: byRule ? [...listed, origin] : [...listed] }
  },
)
