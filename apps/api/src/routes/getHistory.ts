import { getHistory } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import type { Chain } from '../chains/chainConfig.ts'
import { ofProject } from '../doors.ts'
import { chooseChains } from '../history/chooseChains.ts'
import { sourceConfigOf } from '../history/sources/sourceConfigOf.ts'
import { historyBudget, takeBackfill } from '../history/takeBackfill.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { nftImageUrl } from '../nfts/nftImageUrl.ts'
import { takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.31 */
export const getHistoryRoute = defineRoute(
  getHistory,
  ofProject,
  async (
    { caller, params: { address }, query: { chainId, cursor, onramp: provider } },
    services,
  ) => {
    const { histories, onramp, rpc } = services
    const chosen = chooseChains(rpc, { address, chainId })
    if (chosen.chains.some((chain: Chain) => sourceConfigOf(chain)))
      await takeKeyedCall(services, caller, 'pages')
    return histories.getHistory({
      ...chosen,
      cursor,
      takeBackfill: () => takeBackfill(services, caller),
      purchases:
        provider === undefined
          ? undefined
          : await onramp.readHashes({ address, provider, projectId: caller.project.id }),
      imageOf: (id, version) => nftImageUrl(caller, id, version),
      iconOf: (symbol) => tokenImageUrl(caller, symbol),
    })
  },
  { budget: historyBudget },
)
