import { getSupportedChains } from '@foyer/protocol'
import { defineRoute } from '../route.ts'

/** @source ledger 7.35 */
export const getSupportedChainsRoute = defineRoute(getSupportedChains, async (_, { rpc }) => ({
  http: rpc.chains.map(({ caipId }) => caipId),
  ws: rpc.chains.flatMap(({ caipId, wsUrls }) => (wsUrls === undefined ? [] : [caipId])),
}))
