import { getNfts } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { chooseChains } from '../history/chooseChains.ts'
import { historyBudget, takeBackfill } from '../history/takeBackfill.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { nftImageUrl } from '../nfts/nftImageUrl.ts'
import { takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.35 */
export const getNftsRoute = defineRoute(
  getNfts,
  ofProject,
  async ({ caller, params, query: { chainId, cursor } }, services) => {
    const { histories, rpc } = services
    const chosen = chooseChains(rpc, { address: params.address, chainId })
    // Nodes of Solana list them themselves, which counts as many calls.
    if (chosen.chains.some(({ namespace }) => namespace === 'solana'))
      await takeKeyedCall(services, caller, 'pages')
    return histories.getNfts({
      ...chosen,
      cursor,
      takeBackfill: () => takeBackfill(services, caller),
      imageOf: (id, version) => nftImageUrl(caller, id, version),
      iconOf: (symbol) => tokenImageUrl(caller, symbol),
    })
  },
  { budget: historyBudget },
)
