import { getHistory } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import { ofProject } from '../doors.ts'
import { chooseChains } from '../history/chooseChains.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { nftImageUrl } from '../nfts/nftImageUrl.ts'

/** @source ledger 7.31 */
export const getHistoryRoute = defineRoute(
  getHistory,
  ofProject,
  async (
    { caller, params: { address }, query: { chainId, cursor, onramp: provider } },
    { histories, onramp, rpc },
  ) =>
    histories.getHistory({
      ...chooseChains(rpc, { address, chainId }),
      cursor,
      purchases:
        provider === undefined
          ? undefined
          : await onramp.readHashes({ address, provider, projectId: caller.project.id }),
      imageOf: (id, version) => nftImageUrl(caller, id, version),
      iconOf: (symbol) => tokenImageUrl(caller, symbol),
    }),
  // It may ask chains what a token is called.
  { budget: chainBudget },
)
