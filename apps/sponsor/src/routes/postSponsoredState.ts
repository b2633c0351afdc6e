import { postSponsoredState } from '@foyer/protocol/sponsor'
import { defineRoute, HttpError } from '@foyer/server'
import { readCalls } from '../calls/sponsorCalls.ts'
import { ofLogin } from '../doors.ts'
import { ownerOf } from '../policy/budgetsOf.ts'

/** Tells a user what became of a batch. */
export const postSponsoredStateRoute = defineRoute(
  postSponsoredState,
  ofLogin,
  async ({ body: { id, user } }, { queue }) => {
    const submission = await queue.read(id)
    if (submission?.kind !== 'calls' || submission.owner !== ownerOf(user))
      throw new HttpError(404, 'resource-not-found', 'There is no such batch')
    return readCalls(submission)
  },
)
