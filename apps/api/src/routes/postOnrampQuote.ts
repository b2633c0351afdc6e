import { postOnrampQuote } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { providerBudget } from '../onramp/onrampBudgets.ts'

/** @source spec 7.36 */
export const postOnrampQuoteRoute = defineRoute(
  postOnrampQuote,
  ofProject,
  async ({ body, caller }, { limiter, limits, onramp }) => {
    await limiter.take({ key: `onrampQuote:${caller.client}`, ...limits.onrampQuotesPerMinute })
    return onramp.getQuote({ ...body, provider: body.provider, country: body.country })
  },
  {
    budget: (limits) => ({
      ...providerBudget(limits),
      bodyBytes: limits.onrampBodyBytes,
      finer: [`${limits.onrampQuotesPerMinute.limit} prices a minute of one client`],
    }),
  },
)
