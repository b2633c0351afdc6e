import { getSupportedChains } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** @source spec 7.35 */
export const getSupportedChainsRoute = defineRoute(
  getSupportedChains,
  ofProject,
  async (_, { rpc }) => ({
    http: rpc.chains.map(({ caipId }) => caipId),
    ws: rpc.chains.flatMap(({ caipId, wsUrls }) => (wsUrls === undefined ? [] : [caipId])),
  }),
)
