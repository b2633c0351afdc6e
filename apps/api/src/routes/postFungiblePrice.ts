import { postFungiblePrice } from '@foyer/protocol/api'
import { decodeBody, defineRoute, parseInput } from '@foyer/server'
import type { Chain } from '../chains/chainConfig.ts'
import { ofProject } from '../doors.ts'
import { tokenImageUrl } from '../images/tokenImageUrl.ts'
import { parseJson } from '../parseJson.ts'
import type { PriceOutcome } from '../prices/comparePrices.ts'
import { parseAsset } from '../swap/parseAsset.ts'
import type { SwapAsset } from '../swap/swapSource.ts'
import { keyedBudget, takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.36 */
export const postFungiblePriceRoute = defineRoute(
  postFungiblePrice,
  ofProject,
  async ({ body, caller }, services) => {
    await takeKeyedCall(services, caller, 'prices')
    const { prices, rpc } = services
    const asked = body.addresses.map((address) => ({
      address,
      asset: parseAsset(rpc, address, 'addresses'),
    }))
    const chains = [...new Set(asked.map(({ asset }) => asset.chain))]
    const known = new Map(
      await Promise.all(
        chains.map(async (chain) => [chain, await prices.get(chain, body.currency)] as const),
      ),
    )
    return {
      fungibles: asked.flatMap(({ address, asset }) => {
        const token = readToken(asset)
        if (token === undefined) return []
        const { decimals, name, symbol } = token
        const outcome = known.get(asset.chain)?.get(asset.isNative ? 'native' : asset.address)
        return {
          ...{ address, name, symbol, decimals, iconUrl: tokenImageUrl(caller, symbol) },
          ...toPrice(outcome),
        }
      }),
    }
  },
  {
    parse: (bytes) => parseInput(postFungiblePrice.body, parseJson(decodeBody(bytes))),
    budget: (limits) => ({ ...keyedBudget('prices')(limits), bodyBytes: limits.priceBodyBytes }),
  },
)

const readToken = ({ address, chain, isNative }: SwapAsset) =>
  isNative
    ? chain.nativeCurrency
    : (chain as Chain).tokens.find((token) => token.address === address)

function toPrice(outcome: PriceOutcome | undefined) {
  if (outcome === undefined) return {}
  if (outcome.kind === 'known') return { price: outcome.price.value, pricing: outcome.price }
  return { withheld: { reason: outcome.reason, prices: [...outcome.prices] } }
}
