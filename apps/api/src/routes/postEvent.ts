import { postEvent } from '@foyer/protocol'
import { eventLimits } from '../limits.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.28, 9.25; security.md 4.9 */
export const postEventRoute = defineRoute(
  postEvent,
  async ({ asker, body }, { events, limits, metrics }) => {
    const isError = body.props.type === 'error'
    const take = isError ? limits.errorEvent : limits.usageEvent
    await take(`${asker.project.id} ${asker.client}`)
    // An operator who collects nothing is not sent an error: the page has done nothing wrong.
    if (asker.project.isAnalyticsEnabled) {
      await events.add({
        projectId: asker.project.id,
        event: body,
        sdkType: asker.sdkType,
        sdkVersion: asker.sdkVersion,
      })
      metrics.events.inc({ type: isError ? 'error' : 'track' })
    }
    return {}
  },
  { status: 202, budget: { bodyBytes: 4096, finer: eventLimits } },
)
