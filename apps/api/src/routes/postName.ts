import { postName } from '@foyer/protocol/api'
import { defineRoute, HttpError } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'

/** @source spec 7.36 */
export const postNameRoute = defineRoute(
  postName,
  ofProject,
  async ({ body, caller }, { limiter, limits, names: { registry } }) => {
    if (registry === undefined)
      throw new HttpError(404, 'resource-not-found', 'This server registers no names')
    await limiter.take({ key: `nameClaim:${caller.client}`, ...limits.nameClaimsPerHour })
    return registry.register(body)
  },
  {
    budget: ({ nameClaimBytes, nameClaimsPerHour, ...limits }) => ({
      ...chainBudget({ nameClaimBytes, nameClaimsPerHour, ...limits }),
      bodyBytes: nameClaimBytes,
      finer: [`${nameClaimsPerHour.limit} an hour of one client`],
    }),
  },
)
