import { postSponsorCheck } from '@foyer/protocol/sponsor'
import { defineRoute, HttpError } from '@foyer/server'
import { ofLogin } from '../doors.ts'
import { requireSponsored } from '../policy/requireSponsored.ts'

/** Tells a wallet who pays, before its user signs. */
export const postSponsorCheckRoute = defineRoute(
  postSponsorCheck,
  ofLogin,
  async ({ body }, services) => {
    try {
      requireSponsored(services, body)
      return { pays: true }
    } catch (error) {
      if (error instanceof HttpError) return { pays: false, reason: error.message }
      throw error
    }
  },
)
