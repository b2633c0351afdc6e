import { postEvent } from '@foyer/protocol/api'
import { decodeBody, defineRoute, parseInput } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { parseJson } from '../parseJson.ts'

/** @source spec 7.28, 9.25; security.md 4.9 */
export const postEventRoute = defineRoute(
  postEvent,
  ofProject,
  async ({ body, caller: { client, project, sdkType, sdkVersion } }, services) => {
    const { events, limiter, limits, metrics } = services
    const isError = body.props.type === 'error'
    await limiter.take({
      key: `${isError ? 'errorEvent' : 'usageEvent'}:${project.id}:${client}`,
      ...(isError ? limits.errorEventsPerMinute : limits.usageEventsPerMinute),
    })
    // No error when the operator collects no events: it is not the page's mistake.
    if (project.isAnalyticsEnabled) {
      await events.add({ projectId: project.id, event: body, sdkType, sdkVersion })
      metrics.events.inc({ type: isError ? 'error' : 'track' })
    }
    return {}
  },
  {
    status: 202,
    // Errors name the reason as well as the field, like those of the other page calls.
    parse: (bytes) => parseInput(postEvent.body, parseJson(decodeBody(bytes))),
    budget: ({ errorEventsPerMinute, eventBytes, usageEventsPerMinute }) => ({
      bodyBytes: eventBytes,
      finer: [
        `${errorEventsPerMinute.limit} errors and ${usageEventsPerMinute.limit} other events a minute of one client`,
      ],
    }),
  },
)
