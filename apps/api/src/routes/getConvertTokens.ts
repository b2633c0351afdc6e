import { getConvertTokens } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { chainBudget } from '../chains/chainBudget.ts'
import type { Chain } from '../chains/chainConfig.ts'
import { ofProject } from '../doors.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { parseChain, requireAddress } from '../swap/parseAsset.ts'
import type { SwapSource } from '../swap/swapSource.ts'

/** @source spec 7.35 */
export const getConvertTokensRoute = defineRoute(
  getConvertTokens,
  ofProject,
  async ({ caller, query }, { rpc, swaps, swapTokens }) => {
    const chain = parseChain(rpc, query.chainId, 'chainId')
    const tokens =
      query.address === undefined
        ? await swapTokens.list(chain)
        : [await swapTokens.find(chain, requireAddress(chain, query.address, 'address'))]
    return {
      tokens: tokens.map((token) => ({
        ...token,
        // By its address, so that an unknown token can not borrow the logo of a known symbol.
        logoUri: tokenImageUrl(caller, token.isListed ? token.symbol : token.address),
      })),
      sources: swaps.sources
        .filter(({ isOn }) => isOn(chain))
        .map(({ id, name }) => ({ id, name })),
      crossesTo: rpc.chains
        .filter((one) => one !== chain && swaps.sources.some(crossesFrom(chain, one)))
        .map(({ caipId }) => caipId),
    }
  },
  { budget: chainBudget },
)

const crossesFrom =
  (from: Chain, to: Chain) =>
  ({ crosses, isOn }: SwapSource): boolean =>
    crosses !== undefined && isOn(from) && isOn(to)
