import { getSupported } from '@foyer/protocol/x402'
import { defineRoute } from '@foyer/server'
import { ofAnyone } from '../doors.ts'

/** Lists the networks on which this server makes payments, with the accounts that submit them. */
export const getSupportedRoute = defineRoute(
  getSupported,
  ofAnyone,
  async (_, { chains, policy: { merchants } }) => {
    const paid = [...chains.values()].filter(({ caipId }) =>
      merchants.some(({ chain }) => chain === caipId),
    )
    return {
      kinds: paid.flatMap(({ caipId: network }) =>
        [2, 1].map((x402Version) => ({ x402Version, scheme: 'exact' as const, network })),
      ),
      extensions: [],
      signers: Object.fromEntries(
        paid.map(({ accounts, caipId }) => [caipId, [...accounts.keys()] as string[]]),
      ),
    }
  },
)
