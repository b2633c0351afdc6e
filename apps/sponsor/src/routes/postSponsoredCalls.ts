import { postSponsoredCalls } from '@foyer/protocol/sponsor'
import { defineRoute } from '@foyer/server'
import { sponsorCalls } from '../calls/sponsorCalls.ts'
import { ofLogin } from '../doors.ts'

/** Pays for a signed batch. */
export const postSponsoredCallsRoute = defineRoute(
  postSponsoredCalls,
  ofLogin,
  ({ body }, services) => sponsorCalls(services, body),
)
